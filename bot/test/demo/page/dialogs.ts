import type { SessionState, UserAction } from '../chat-sessions.ts';
import { byId, drawBlocks, element, type LookUp, type PageBlock, readValues } from './cards.ts';

export type ChatName = 'slack' | 'teams' | 'whatsapp';
export interface Company {
  publicUrl: string;
  /** The approved text of WhatsApp, and its button. */
  template: { text: string; label: string };
  seats: Record<ChatName, { role: string; name: string; does: string; login: string | null }[]>;
}

async function ask<Reply>(path: string, body?: object): Promise<Reply> {
  const request = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(path, request);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return reply.json();
}

export const readCompany = () => ask<Company>('/company');
export const see = (chat: ChatName, role: string) => ask<SessionState>(`/desk/${chat}/${role}`);
export const act = (chat: ChatName, role: string, deed: UserAction) => ask<SessionState>(`/desk/${chat}/${role}`, deed);
export const lookUp = (chat: ChatName, role: string, field: string, typed: string) =>
  ask<{ value: string; label: string }[]>(`/desk/${chat}/${role}?${new URLSearchParams({ field, typed })}`);
export const remind = () => ask<{ said: string }>('/remind', {});

/** Asks for a confirmation, as Slack does. */
export function confirmPress({ text, yes, no }: { text: string; yes: string; no: string }): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('confirm');
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => () => dialog.close(isConfirmed ? 'yes' : '');
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

export interface DemoModal {
  id: string;
  hash: string;
  title: string;
  submit: string;
  blocks: PageBlock[];
}

let drawnKey = '';

/** Opens, redraws or closes Slack's modal; one that has not changed keeps its unfinished input. */
export function drawModal(modal: DemoModal | null, act: (deed: UserAction) => void, look: LookUp): void {
  const dialog = byId<HTMLDialogElement>('modal');
  const content = JSON.stringify(modal);
  if (content === drawnKey) return;
  drawnKey = content;
  if (!modal) return void dialog.close();
  const hasInputs = modal.blocks.some(({ type }) => type === 'input');
  const form: HTMLFormElement = element(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        act({ deed: 'fill', values: readValues(form) });
      },
    },
    element('h3', {}, modal.title),
    drawBlocks(modal.blocks, () => {}, look),
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
