export interface Exception {
  /** GHSA ids, or `package@version`. */
  what: readonly string[];
  reason: string;
  /** The last day it holds, YYYY-MM-DD; at most thirty days ahead, which is how long a high one may take to be mended (SECURITY.md). */
  until: string;
}

/** What `npm run audit` lets pass, and until when. One that is over fails: take it out, or mend what it is about. */
export const exceptions: readonly Exception[] = [
  {
    what: [
      '@alcalzone/ansi-tokenize@0.3.2',
      '@biomejs/biome@2.6.8',
      '@biomejs/cli-linux-arm64@2.6.8',
      '@biomejs/cli-linux-x64@2.6.8',
      '@smithy/core@3.41.0',
      '@testing-library/user-event@14.6.12',
      '@tybys/wasm-util@0.10.5',
      'axe-core@4.14.1',
      'bare-url@2.5.8',
      'csstype@3.2.4',
      'lucide-react@1.75.0',
      'nodemailer@10.6.0',
      'postcss@8.5.33',
      'router@2.3.0',
      'smtp-server@3.21.6',
      'source-map-js@1.2.3',
    ],
    reason: 'En el lockfile desde antes de la regla de los siete días; el más reciente los cumple el 25 de noviembre.',
    until: '2026-11-25',
  },
];
