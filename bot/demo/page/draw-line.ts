import type { ChatLine, UserAction } from '../chat-sessions.ts';
import { drawCard } from './adaptive-card.ts';
import { drawBlocks, type PageBlock, type PressHandler, valuesIn } from './block-kit.ts';
import { confirmed } from './dialogs.ts';
import { element } from './element.ts';

/** The file chosen, which may be chosen again. */
export async function readImage(input: HTMLInputElement): Promise<{ name: string; base64: string }> {
  const file = input.files?.[0];
  if (!file) throw new Error('No file was chosen.');
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  input.value = '';
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) };
}

type Perform = (deed: UserAction) => void;

/** What a press of blocks does: where it asks first, after a yes. */
export const pressing =
  (on: string, act: Perform, parent: () => HTMLElement): PressHandler =>
  async ({ id, confirm }) => {
    const values = valuesIn(parent());
    if (!confirm || (await confirmed(confirm))) act({ deed: 'press', on, action: id, values });
  };

function content(line: ChatLine, act: Perform): HTMLElement {
  if (line.card) return drawCard(line.card as object, ({ verb, data }) => act({ deed: 'execute', on: line.id, verb, data }));
  const blocks = (line.blocks ?? []) as PageBlock[];
  if (!blocks.length) return element('p', {}, line.image ? [`Imagen: ${line.image}`, line.text].filter(Boolean).join(' · ') : line.text);
  const blockList: HTMLElement = drawBlocks(
    blocks,
    pressing(line.id, act, () => blockList),
  );
  return blockList;
}

/** Words or an image in the thread of a card; words that stand there go with the image. */
function answering({ id }: ChatLine, act: Perform): HTMLElement {
  const words = element('input', { 'aria-label': 'Respuesta', placeholder: 'Responder', autocomplete: 'off' });
  const take = (): string => {
    const { value } = words;
    words.value = '';
    return value.trim();
  };
  const picker = element('input', {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onchange: async ({ target }) => act({ deed: 'image', on: id, ...(await readImage(target as HTMLInputElement)), text: take() }),
  });
  const send = (event: Event) => {
    event.preventDefault();
    const text = take();
    if (text) act({ deed: 'write', on: id, text });
  };
  return element('form', { class: 'answer', onsubmit: send }, words, element('label', {}, 'Imagen', picker));
}

export function drawLine(line: ChatLine, act: Perform): HTMLElement {
  const kind = ['line', line.isMine && 'mine', line.answers && 'thread', line.isEphemeral && 'ephemeral'].filter(Boolean).join(' ');
  const head = line.isMine ? [] : [element('span', { class: 'from' }, 'Bitácora', element('i', {}, 'APP'))];
  const alone = line.isEphemeral ? [element('small', {}, 'Solo tú puedes ver esto')] : [];
  const foot = line.takesImages ? [answering(line, act)] : [];
  return element('article', { class: kind }, ...head, ...alone, element('div', { class: 'bubble' }, content(line, act)), ...foot);
}
