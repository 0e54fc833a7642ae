import type { UserAction } from '../chat-session.ts';
import { drawBlocks, type PageBlock, valuesIn } from './block-kit.ts';
import { byId, element } from './element.ts';

export interface Modal {
  id: string;
  hash: string;
  title: string;
  submit: string;
  blocks: PageBlock[];
}

let drawn = '';

/** Opens, draws anew or closes Slack's modal; one that has not changed keeps what is being typed. */
export function drawModal(modal: Modal | null, act: (deed: UserAction) => void): void {
  const dialog = byId<HTMLDialogElement>('modal');
  const content = JSON.stringify(modal);
  if (content === drawn) return;
  drawn = content;
  if (!modal) return void dialog.close();
  const hasInputs = modal.blocks.some(({ type }) => type === 'input');
  const form: HTMLFormElement = element(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        act({ deed: 'fill', values: valuesIn(form) });
      },
    },
    element('h3', {}, modal.title),
    drawBlocks(modal.blocks, () => {}),
    element(
      'div',
      { class: 'actions end' },
      element('button', { type: 'button', onclick: () => act({ deed: 'close' }) }, hasInputs ? 'Cancelar' : 'Cerrar'),
      ...(hasInputs ? [element('button', { type: 'submit', class: 'primary' }, modal.submit)] : []),
    ),
  );
  dialog.oncancel = () => act({ deed: 'close' });
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
}
