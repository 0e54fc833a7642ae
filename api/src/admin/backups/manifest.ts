import { createHash } from 'node:crypto';
import type { StoredTable } from '@bitacora/core/server';

export const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. */
export const SUMS = 'SHA256SUMS';

export interface KeptTable extends StoredTable {
  rows: number;
  /** Of the rows as COPY writes them, before they are compressed. */
  sha256: string;
  /** The last number given out; null where numbers are not given. */
  last: number | null;
}

/** What a backup holds. It is written last: a folder without it is none. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** The migrations it was made under, in their order. */
  schema: string[];
  tables: KeptTable[];
  images: number;
  /** Names of images that were not what they had been stored as, and came along as they are. Absent in backups of 1.1.2 and before. */
  altered?: string[];
  /** Names of images that could not be read, and did not come along. */
  missing?: string[];
  secrets: string[];
  /** SHA-256 of the file of sums. */
  sums: string;
}

const FORMAT = 1;
export const fileOf = ({ name }: Pick<StoredTable, 'name'>): string => `tables/${name}.copy.gz`;
export const imageFile = (name: string): string => `images/${name.slice(0, 2)}/${name}`;

/** What may be kept of DATA_DIR besides images; no other name is put back. */
export const SECRETS = ['session-secret', 'bot-token'] as const;
export const isSecret = (name: string): boolean => (SECRETS as readonly string[]).includes(name);
export const secretFile = (name: string): string => `secrets/${name}`;

const sealOf = (manifest: Manifest): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

export const sealed = (manifest: Manifest): string => `${JSON.stringify({ ...manifest, seal: sealOf(manifest) }, null, 2)}\n`;

/** The manifest of a text; null where a letter of it was changed, or it is of another format. */
export function unsealed(text: string): Manifest | null {
  try {
    const { seal, ...manifest } = JSON.parse(text) as Manifest & { seal: string };
    return manifest.format === FORMAT && seal === sealOf(manifest) ? manifest : null;
  } catch {
    return null;
  }
}
