import type { SentBody } from '../../doubles/whatsapp/limits.ts';
import type { ChatLine, SessionState, UserAction } from '../chat-sessions.ts';
import { type ButtonHandler, byId, drawBlocks, drawCard, element, type PageBlock, readValues, updateChildren } from './cards.ts';
import { act, type ChatName, type Company, confirmPress, type DemoModal, drawModal, lookUp, readCompany, remind, see } from './dialogs.ts';
import { drawMessage } from './phone.ts';

/** Reads the chosen file, and clears the input, so that the same file can be chosen again. */
async function readImage(input: HTMLInputElement): Promise<{ name: string; base64: string }> {
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

/** Performs a press; a button with a question first asks for a confirmation. */
const pressHandler =
  (on: string, act: Perform, parent: () => HTMLElement): ButtonHandler =>
  async ({ id, confirm }) => {
    const values = readValues(parent());
    if (!confirm || (await confirmPress(confirm))) act({ deed: 'press', on, action: id, values });
  };

function content(line: ChatLine, act: Perform): HTMLElement {
  if (line.message) {
    const press = (action: string) => act({ deed: 'press', on: line.id, action });
    return drawMessage(line.message as SentBody, company.template, press);
  }
  if (line.card) return drawCard(line.card as object, ({ verb, data }) => act({ deed: 'execute', on: line.id, verb, data }));
  const blocks = (line.blocks ?? []) as PageBlock[];
  if (!blocks.length) return element('p', {}, line.image ? [`Imagen: ${line.image}`, line.text].filter(Boolean).join(' · ') : line.text);
  const blockList: HTMLElement = drawBlocks(
    blocks,
    pressHandler(line.id, act, () => blockList),
  );
  return blockList;
}

/** Draws the form for words or an image in the thread of a card; the words go with the image. */
function drawAnswerForm({ id }: ChatLine, act: Perform): HTMLElement {
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

function drawLine(line: ChatLine, act: Perform): HTMLElement {
  const kind = ['line', line.isMine && 'mine', line.answers && 'thread', line.isEphemeral && 'ephemeral'].filter(Boolean).join(' ');
  const head = line.isMine ? [] : [element('span', { class: 'from' }, 'Bitácora', element('i', {}, 'APP'))];
  const alone = line.isEphemeral ? [element('small', {}, 'Solo tú puedes ver esto')] : [];
  const foot = line.takesImages ? [drawAnswerForm(line, act)] : [];
  return element('article', { class: kind }, ...head, ...alone, element('div', { class: 'bubble' }, content(line, act)), ...foot);
}

const LOOK_MS = 300;
const NOTICE_MS = 6_000;

const company: Company = await readCompany();
const chats: readonly ChatName[] = ['slack', 'teams', 'whatsapp'];
let chat: ChatName = chats.find((name) => location.hash === `#${name}`) ?? 'slack';
let role = 'worker';
let tab: 'talk' | 'home' = 'talk';
/** The number of messages that each person has seen, so that the page shows each one once. */
const noticeCounts = new Map<string, number>();

async function perform(deed: UserAction): Promise<void> {
  const seatKey = `${chat} ${role}`;
  const sight = await act(chat, role, deed);
  if (seatKey === `${chat} ${role}`) show(sight);
}

function drawHome({ home }: SessionState): HTMLElement {
  if (!home) return element('p', { class: 'small' }, 'Un momento…');
  if (chat === 'teams') return drawCard(home as object, ({ data }) => void perform({ deed: 'submit', data }));
  const { id, blocks } = home as { id: string; blocks: PageBlock[] };
  const blockList: HTMLElement = drawBlocks(
    blocks,
    pressHandler(
      id,
      (deed) => void perform(deed),
      () => blockList,
    ),
  );
  return blockList;
}

function flash({ notice }: SessionState): void {
  const seat = `${chat} ${role}`;
  if (!notice || notice.count <= (noticeCounts.get(seat) ?? 0)) return;
  noticeCounts.set(seat, notice.count);
  const place = byId('notice');
  place.textContent = notice.text;
  setTimeout(() => {
    if (place.textContent === notice.text) place.textContent = '';
  }, NOTICE_MS);
}

function show(sight: SessionState): void {
  const talk = byId('talk');
  const seat = `${chat} ${role}`;
  const lines = sight.lines.map((line) => ({
    key: `${seat} ${line.id}`,
    content: JSON.stringify(line),
    draw: () => drawLine(line, (deed) => void perform(deed)),
  }));
  if (updateChildren(talk, lines)) talk.scrollTop = talk.scrollHeight;
  updateChildren(byId('home'), [{ key: seat, content: JSON.stringify(sight.home), draw: () => drawHome(sight) }]);
  drawModal(
    sight.modal as DemoModal | null,
    (deed) => void perform(deed),
    (field, typed) => lookUp(chat, role, field, typed),
  );
  flash(sight);
}

const pressedAttribute = (isOn: boolean) => ({ 'aria-pressed': String(isOn) });

function drawFrame(): void {
  const seats = company.seats[chat];
  document.body.dataset.chat = chat;
  byId('seats').replaceChildren(
    ...seats.map(({ role: one, name, does, login }) =>
      element(
        'button',
        { type: 'button', class: 'seat', ...pressedAttribute(one === role), onclick: () => sit(chat, one) },
        element('strong', {}, name),
        element('small', {}, login ? `${does} · ${login}` : does),
      ),
    ),
  );
  byId('who').textContent = `Bitácora con ${seats.find((seat) => seat.role === role)?.name ?? ''}`;
  for (const button of document.querySelectorAll<HTMLElement>('[data-chat],[data-tab]')) {
    const isOn = button.dataset.chat === chat || button.dataset.tab === tab;
    if (button !== document.body) button.setAttribute('aria-pressed', String(isOn));
  }
  byId('talk').hidden = tab !== 'talk';
  byId('home').hidden = tab !== 'home';
}

function sit(nextChat: ChatName, nextRole: string, nextTab: typeof tab = 'talk'): void {
  [chat, role, tab] = [nextChat, nextRole, nextTab];
  history.replaceState(null, '', `#${chat}`);
  drawFrame();
  void (tab === 'home' ? perform({ deed: 'open' }) : look());
}

async function look(): Promise<void> {
  const seatKey = `${chat} ${role}`;
  const sight = await see(chat, role).catch(() => null);
  if (sight && seatKey === `${chat} ${role}`) show(sight);
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-chat]'))
  button.onclick = () => sit(button.dataset.chat as ChatName, 'worker');
for (const button of document.querySelectorAll<HTMLElement>('[data-tab]'))
  button.onclick = () => sit(chat, role, button.dataset.tab as typeof tab);

function takeText(): string {
  const input = byId<HTMLInputElement>('text');
  const text = input.value.trim();
  input.value = '';
  return text;
}

byId<HTMLFormElement>('composer').onsubmit = (event) => {
  event.preventDefault();
  const text = takeText();
  if (tab === 'home') sit(chat, role);
  if (text) void perform({ deed: 'write', text });
};
byId<HTMLInputElement>('image').onchange = async ({ target }) =>
  perform({ deed: 'image', ...(await readImage(target as HTMLInputElement)), text: takeText() });
byId('remind').onclick = async () => {
  byId('reminded').textContent = (await remind()).said;
};

byId('pass').onclick = () => void perform({ deed: 'wait' });

byId<HTMLAnchorElement>('web').href = company.publicUrl;
drawFrame();
for (;;) {
  await look();
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
