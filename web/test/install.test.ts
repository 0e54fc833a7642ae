import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { paths } from '../src/app/paths.ts';

const at = (name: string) => path.join(import.meta.dirname, '../public', name);
const manifest = JSON.parse(readFileSync(at('manifest.webmanifest'), 'utf8'));

/** Width and height from the header of a PNG. */
function sizeOf(name: string): string {
  const png = readFileSync(at(name));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

it('the manifest names icons that are there in the sizes it says, one of them maskable', () => {
  const pngs = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png');
  expect(pngs.map(({ src }: { src: string }) => sizeOf(src))).toEqual(pngs.map(({ sizes }: { sizes: string }) => sizes));
  expect(pngs.map(({ sizes }: { sizes: string }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(pngs.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
});

it('an installed page starts at an address that exists, and so do its shortcuts', () => {
  const addresses: readonly unknown[] = Object.values(paths);
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)])
    expect(addresses).toContain(url);
});

it('the page links to the manifest and to icons that are there', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8');
  const links = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(([, href]) => href as string);
  expect(links).toEqual(['/favicon.ico', '/icon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']);
  for (const href of links) expect(readFileSync(at(href)).length).toBeGreaterThan(100);
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180');
});
