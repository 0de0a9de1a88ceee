// The policy of this script's response forbids compiling; what it does is the same.
import './worker.js';
