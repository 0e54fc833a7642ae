import { es } from 'primelocale/js/es.js';
import { addLocale, PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';
import './prime-react.css';

// Spain abbreviates Wednesday as X; Mexico does not.
addLocale('es', { ...es, dayNamesMin: ['D', 'L', 'M', 'M', 'J', 'V', 'S'] } as never);
// Without a locale the provider resets it to English. The nonce lets its styles pass the content security policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const settings = { locale: 'es', ...(nonce ? { nonce } : {}) };

/** Wraps each PrimeReact control, so that other screens do not load the library. */
export const PrimeReact = ({ children }: { children: ReactNode }) => <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>;
