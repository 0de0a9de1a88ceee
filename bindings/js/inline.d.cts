// The types of inline.cjs: those of posenc/inline, for CommonJS.
import type * as inline from './inline.js' with { 'resolution-mode': 'import' };

declare const posenc: typeof inline;
export = posenc;
