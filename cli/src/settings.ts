import path from 'node:path';

/** The terminal app reads these from its environment. */
export interface TerminalSettings {
  /** BITACORA_URL: the server, without a slash at the end. */
  url: string | null;
  /** BITACORA_TOKEN: it replaces the saved one. */
  token: string | null;
  /** BITACORA_PASSWORD: scripts whose standard input is a file need it. */
  password: string | null;
  /** The folder of the saved tokens. */
  folder: string;
  /** BITACORA_PROFILE or --profile; null takes the current one. */
  profile: string | null;
  hasColour: boolean;
  /** `bitacora config` stores it. */
  pageSize: number;
  /** Seconds between two readings of `--watch`. */
  every: number;
  /** The program that opens a page, with its words; null over SSH and without a screen. */
  browser: readonly [program: string, ...words: string[]] | null;
}

/** Rows of a page of a report. */
export const USUAL_PAGE_SIZE = 20;
/** Seconds between two readings of --watch. */
export const USUAL_EVERY = 10;

type Environment = Readonly<Record<string, string | undefined>>;

/** It does not use URL.parse, because Node 20 lacks it. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
export const trimUrl = (url: string): string => url.trim().replace(/\/+$/, '');

/** Each system has the configuration folder of the user elsewhere. */
function configurationFolder(env: Environment, platform: NodeJS.Platform, home: string): string {
  const { XDG_CONFIG_HOME: xdg = '', APPDATA: appData } = env;
  // The XDG specification says to ignore relative folders.
  if (path.isAbsolute(xdg)) return path.join(xdg, 'bitacora');
  if (platform === 'win32' && appData) return path.join(appData, 'bitacora');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'bitacora');
  return path.join(home, '.config', 'bitacora');
}

/** Nobody sees a page that opens on the far side of SSH. */
function findBrowser(env: Environment, platform: NodeJS.Platform): TerminalSettings['browser'] {
  if (env.SSH_CONNECTION || env.SSH_TTY || env.CI) return null;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** NO_COLOR counts with any text in it (no-color.org). */
export function readSettings(env: Environment, platform: NodeJS.Platform, home: string): TerminalSettings {
  return {
    url: trimUrl(env.BITACORA_URL ?? '') || null,
    token: env.BITACORA_TOKEN?.trim() || null,
    password: env.BITACORA_PASSWORD || null,
    folder: configurationFolder(env, platform, home),
    profile: env.BITACORA_PROFILE?.trim() || null,
    hasColour: !env.NO_COLOR && env.TERM !== 'dumb',
    pageSize: USUAL_PAGE_SIZE,
    every: USUAL_EVERY,
    browser: findBrowser(env, platform),
  };
}
