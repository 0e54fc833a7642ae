import { PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';
import { preset } from './preset.ts';

// The nonce lets its base style pass the content security policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Without a locale the provider resets it to English; prime-locale.ts has the words.
const settings = { locale: 'es', unstyled: true, pt: preset, ...(nonce ? { nonce } : {}) };

/** Stands above every screen. No theme of PrimeReact loads: the preset gives each control its class. */
export const PrimeReact = ({ children }: { children: ReactNode }) => <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>;
