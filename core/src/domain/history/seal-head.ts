/** One seal as it goes outside: all that a stranger needs to compare it. */
export interface SealHead {
  /** Which installation, by its id. */
  installation: string;
  number: number;
  /** In hexadecimal. */
  seal: string;
  /** In UTC, to the microsecond, as it is sealed. */
  sealedAt: string;
}

/** The line that is mailed and time-stamped; a time stamp covers it with the line feed. */
export const headLine = ({ installation, number, seal, sealedAt }: SealHead): string =>
  `bitacora-seal 1 ${installation} ${number} ${seal} ${sealedAt}`;

const LINE = /bitacora-seal\s+1\s+([0-9a-f-]{36})\s+(\d+)\s+([0-9a-f]{64})\s+([\d:.TZ-]{20,27})/g;

/** Every such line in the source of mails, also where a mail program broke it. */
export function headsIn(source: string): SealHead[] {
  const unbroken = source.replace(/=\r?\n/g, '').replace(/\r?\n(> ?)+/g, '\n');
  return [...unbroken.matchAll(LINE)].map(([, installation = '', number, seal = '', sealedAt = '']) => ({
    installation,
    number: Number(number),
    seal,
    sealedAt,
  }));
}

export const witnessKinds = ['mail', 'stamp'] as const;
export type WitnessKind = (typeof witnessKinds)[number];
