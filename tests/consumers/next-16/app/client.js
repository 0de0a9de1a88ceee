// A component of the browser: it encodes there.
'use client';

import { encode, init } from 'posenc';
import { useEffect } from 'react';

export function Client({ server }) {
  useEffect(() => {
    init().then(() => {
      globalThis.result = { server, values: [...encode({ grid: [2], channels: 4 })] };
    });
  }, [server]);
  return <p>{server.join(' ')}</p>;
}
