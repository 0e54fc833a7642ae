import { es } from 'primelocale/js/es.js';
import { addLocale, PrimeReactProvider } from 'primereact/api';
import type { ReactNode } from 'react';

// Spain abbreviates Wednesday as X; Mexico does not.
addLocale('es', { ...es, dayNamesMin: ['D', 'L', 'M', 'M', 'J', 'V', 'S'] } as never);
// The provider resets the global locale to English unless it is told; the nonce lets its styles pass the content security policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const settings = { locale: 'es', ...(nonce ? { nonce } : {}) };

/** PrimeReact in Spanish and within the policy. Around each control that is PrimeReact's, so that screens without one do not load it. */
export const PrimeReact = ({ children }: { children: ReactNode }) => <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>;
