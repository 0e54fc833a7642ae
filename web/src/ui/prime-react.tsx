import { PrimeReactProvider, type PrimeReactPTOptions } from 'primereact/api';
import type { ReactNode } from 'react';

/**
 * The classes of PrimeReact's controls, which have no style of their own here. Style sheets name their parts by `data-pc-section`
 * and their states by `data-p-*` and ARIA.
 */
const preset: PrimeReactPTOptions = {
  avatar: { root: { className: 'avatar' } },
  badge: { root: { className: 'count' } },
  button: { root: (options) => ({ className: options?.props.severity ? `button button-${options.props.severity}` : '' }) },
  inputtext: { root: { className: 'control' } },
  inputtextarea: { root: { className: 'control control-area' } },
  checkbox: { root: { className: 'checkbox' } },
  inputswitch: { root: { className: 'switch', role: undefined, 'aria-checked': undefined, 'aria-label': undefined } },
  message: { root: (options) => ({ className: options?.props.severity === 'secondary' ? '' : 'alert', 'aria-live': undefined }) },
  tag: { root: { className: 'chip' } },
  dialog: {
    mask: { className: 'dialog-mask' },
    root: { className: 'dialog' },
    header: { className: 'dialog-head' },
    headerIcons: { className: 'dialog-tools' },
    content: { className: 'dialog-body' },
    footer: { className: 'dialog-foot' },
  },
  progressbar: { root: { className: 'progress-bar' } },
  skeleton: { root: { className: 'skeleton-line' } },
};

// The nonce lets its base style pass the content security policy.
const nonce = globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Without a locale the provider resets it to English; prime-locale.ts has the words.
const settings = { locale: 'es', unstyled: true, pt: preset, ...(nonce ? { nonce } : {}) };

/** Stands above every screen. No theme of PrimeReact loads: the preset gives each control its class. */
export const PrimeReact = ({ children }: { children: ReactNode }) => <PrimeReactProvider value={settings}>{children}</PrimeReactProvider>;
