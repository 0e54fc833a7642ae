import type { Settings } from '../settings.ts';

const LEAST_LETTERS = 10;

/** A sentence for each secret that is long enough to start with and yet easy to guess: a key held down, a word again and again, the other one. */
export function weakSecrets({ sessionSecret, botToken }: Pick<Settings, 'sessionSecret' | 'botToken'>): string[] {
  const repeats = Object.entries({ SESSION_SECRET: sessionSecret, BOT_TOKEN: botToken })
    .filter(([, value]) => value !== undefined && new Set(value).size < LEAST_LETTERS)
    .map(([name]) => `${name} repite pocas letras y se puede adivinar: cámbialo por lo que da «openssl rand -base64 48».`);
  const isOne = sessionSecret !== undefined && sessionSecret === botToken;
  return isOne
    ? [...repeats, 'SESSION_SECRET y BOT_TOKEN son el mismo: quien conoce uno conoce el otro. Dale a cada uno el suyo.']
    : repeats;
}
