import { zipSync } from 'fflate';
import { colourIcon, outlineIcon } from './icons.ts';
import { manifestOf, type TeamsApp } from './manifest.ts';

/** The time of every entry: the same app makes the same bytes. */
const MADE_AT = new Date(2026, 0, 1);

/** What an administrator uploads to Teams. */
export function teamsPackage(app: TeamsApp): Uint8Array {
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(app), null, 2)}\n`);
  return zipSync({ 'manifest.json': manifest, 'color.png': colourIcon(), 'outline.png': outlineIcon() }, { mtime: MADE_AT });
}
