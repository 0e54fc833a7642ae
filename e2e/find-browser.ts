import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** The first has no windows at all: a page costs it a quarter less processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export const HOW_TO_INSTALL = process.platform === 'linux' ? 'sudo apt-get install chromium' : 'npx playwright install chromium';

/** Path of a Chromium or Chrome: CHROMIUM_PATH, the system's, Playwright's own cache, the one from the registry. Null when there is none. */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  if (env.CHROMIUM_PATH) return fs.existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = [
    ...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))),
    ...ELSEWHERE,
    chromium.executablePath(),
  ];
  return candidates.find((file) => file && fs.existsSync(file)) ?? (await fromRegistry());
}

/** `@sparticuz/chromium` carries a browser for Linux x64 and unpacks it into the temporary folder. */
async function fromRegistry(): Promise<string | null> {
  if (os.platform() !== 'linux' || os.arch() !== 'x64') return null;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'; // makes it unpack the libraries that a bare system lacks
  try {
    const { default: chromiumPackage } = await import('@sparticuz/chromium');
    return await chromiumPackage.executablePath();
  } catch {
    return null;
  }
}
