import path from 'node:path';

/** What the terminal app is told by its environment. */
export interface TerminalSettings {
  /** BITACORA_URL: the server, without a slash at the end. */
  url: string | null;
  /** BITACORA_TOKEN: used in the place of the one that was kept at login. */
  token: string | null;
  /** BITACORA_PASSWORD: for scripts whose standard input is taken by a file. */
  password: string | null;
  /** Where the token is kept. */
  folder: string;
  hasColour: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder for configuration, as each system has it. */
function configurationFolder(env: Environment, platform: NodeJS.Platform, home: string): string {
  const { XDG_CONFIG_HOME: xdg = '', APPDATA: appData } = env;
  // The XDG specification has relative folders ignored.
  if (path.isAbsolute(xdg)) return path.join(xdg, 'bitacora');
  if (platform === 'win32' && appData) return path.join(appData, 'bitacora');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'bitacora');
  return path.join(home, '.config', 'bitacora');
}

/** NO_COLOR counts when it says anything at all (no-color.org). */
export function readSettings(env: Environment, platform: NodeJS.Platform, home: string): TerminalSettings {
  return {
    url: env.BITACORA_URL?.trim().replace(/\/+$/, '') || null,
    token: env.BITACORA_TOKEN?.trim() || null,
    password: env.BITACORA_PASSWORD || null,
    folder: configurationFolder(env, platform, home),
    hasColour: !env.NO_COLOR && env.TERM !== 'dumb',
  };
}
