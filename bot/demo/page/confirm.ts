import { byId, element } from './element.ts';

/** Asks as Slack does before a button that is meant. */
export function confirmed({ text, yes, no }: { text: string; yes: string; no: string }): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('confirm');
  return new Promise((resolve) => {
    const close = (isMeant: boolean) => () => dialog.close(isMeant ? 'yes' : '');
    dialog.returnValue = '';
    dialog.onclose = () => resolve(dialog.returnValue === 'yes');
    dialog.replaceChildren(
      element('p', {}, text),
      element(
        'div',
        { class: 'actions end' },
        element('button', { type: 'button', onclick: close(false) }, no),
        element('button', { type: 'button', class: 'primary', onclick: close(true) }, yes),
      ),
    );
    dialog.showModal();
  });
}
