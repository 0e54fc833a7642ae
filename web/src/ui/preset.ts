import type { PrimeReactPTOptions } from 'primereact/api';

/**
 * The classes of PrimeReact's controls, which have no style of their own here. Style sheets name their parts by `data-pc-section`
 * and their states by `data-p-*` and ARIA.
 */
export const preset: PrimeReactPTOptions = {
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
