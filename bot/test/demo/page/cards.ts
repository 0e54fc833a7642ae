import type * as Adaptive from 'adaptivecards';

type Child = Node | string;

/** Creates an element with its attributes; a name that begins with `on` is an event. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}

export function byId<Kind extends HTMLElement>(id: string): Kind {
  const node = document.getElementById(id);
  if (!node) throw new Error(id);
  return node as Kind;
}

/** Replaces the nodes whose content has changed, by their keys, so that unfinished input elsewhere stays. */
export function updateChildren(parent: HTMLElement, entries: readonly { key: string; content: string; draw(): HTMLElement }[]): boolean {
  const before = new Map([...parent.children].map((child) => [(child as HTMLElement).dataset.key, child as HTMLElement]));
  const isNew = entries.some(({ key }) => !before.has(key));
  const nodes = entries.map(({ key, content, draw }) => {
    const earlier = before.get(key);
    if (earlier?.dataset.content === content) return earlier;
    const node = draw();
    Object.assign(node.dataset, { key, content });
    return node;
  });
  if (nodes.length !== parent.children.length || nodes.some((node, index) => parent.children[index] !== node))
    parent.replaceChildren(...nodes);
  return isNew;
}

interface Text {
  type: string;
  text: string;
}
interface PageOption {
  text: Text;
  value: string;
}
interface Element {
  type: string;
  action_id: string;
  text: Text;
  url?: string;
  style?: string;
  confirm?: { text: Text; confirm: Text; deny: Text };
  multiline?: boolean;
  max_length?: number;
  initial_value?: string;
  initial_date?: string;
  options?: PageOption[];
  initial_option?: PageOption;
  initial_options?: PageOption[];
}
export interface PageBlock {
  type: string;
  block_id?: string;
  text?: Text;
  fields?: Text[];
  /** What an image shows; the double keeps no pixels for the page. */
  alt_text?: string;
  elements?: (Element & Text)[];
  accessory?: Element;
  label?: Text;
  hint?: Text;
  optional?: boolean;
  element?: Element;
}
/** A pressed button; the values are those of the inputs around it. */
export type ButtonHandler = (action: { id: string; confirm?: { text: string; yes: string; no: string } }) => void;

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescaped = (text: string) => text.replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

/** Not every machine has emoji to draw these with. */
const signs: Record<string, [string, string]> = {
  '🚩': ['▲', 'overdue'],
  '⏳': ['◆', 'soon'],
  '🔹': ['●', 'calm'],
  '✅': ['✓', 'done'],
  '⚠️': ['▲', 'overdue'],
};

/** Draws Slack's own marks as far as the bot writes them: bold and links, but no marks that people typed. */
export function drawMarks(text: string): (Node | string)[] {
  return text.split(/(<https?:[^|>]+\|[^>]*>|\*[^*\n]+\*|🚩|⏳|🔹|✅|⚠️)/u).map((part) => {
    const [sign, kind] = signs[part] ?? [];
    if (sign) return element('span', { class: kind }, sign);
    const [, url, label] = /^<(https?:[^|>]+)\|([^>]*)>$/.exec(part) ?? [];
    if (url) return element('a', { href: url, target: '_blank', rel: 'noopener' }, unescaped(label ?? url));
    const [, bold] = /^\*([^*\n]+)\*$/.exec(part) ?? [];
    return bold ? element('strong', {}, ...drawMarks(bold)) : unescaped(part);
  });
}
const textNodes = ({ type, text }: Text) => (type === 'mrkdwn' ? drawMarks(text) : [text]);

function button({ action_id, text, url, style = '', confirm }: Element, press: ButtonHandler): HTMLElement {
  if (url) return element('a', { class: 'button', href: url, target: '_blank', rel: 'noopener' }, text.text);
  const question = confirm && { text: confirm.text.text, yes: confirm.confirm.text, no: confirm.deny.text };
  return element('button', { type: 'button', class: style, onclick: () => press({ id: action_id, confirm: question }) }, text.text);
}

function choices({ type, options = [], initial_option, initial_options = [] }: Element, name: string): HTMLElement {
  const selectedValues = [initial_option, ...initial_options].map((option) => option?.value);
  const optionElements = options.map(({ text, value }) =>
    element('option', { value, selected: selectedValues.includes(value) }, text.text),
  );
  return element('select', { name, multiple: type !== 'static_select' }, ...optionElements);
}

/** Returns what the bot offers in a list for the typed words. */
export type LookUp = (field: string, typed: string) => Promise<{ value: string; label: string }[]>;

function drawSearch(name: string, { initial_option: initial }: Element, look: LookUp): HTMLElement {
  const select = element('select', { name }, ...(initial ? [element('option', { value: initial.value }, initial.text.text)] : []));
  const fill = async (typed: string) =>
    select.replaceChildren(...(await look(name, typed)).map(({ value, label }) => element('option', { value }, label)));
  if (!initial) void fill('');
  const typing = element('input', { type: 'search', oninput: ({ target }) => void fill((target as HTMLInputElement).value) });
  return element('span', {}, typing, select);
}

function input(name: string, shape: Element, look: LookUp): HTMLElement {
  if (shape.type === 'external_select') return drawSearch(name, shape, look);
  if (shape.type.endsWith('static_select') || shape.type === 'checkboxes') return choices(shape, name);
  if (shape.type === 'datepicker') return element('input', { name, type: 'date', value: shape.initial_date });
  const shared = { name, maxlength: shape.max_length ? String(shape.max_length) : undefined };
  if (shape.multiline) return element('textarea', { ...shared, rows: '4' }, shape.initial_value ?? '');
  return element('input', { ...shared, value: shape.initial_value });
}

function field({ block_id = '', label, hint, optional, element: shape }: PageBlock, look: LookUp): HTMLElement {
  const control = shape ? input(block_id, shape, look) : '';
  const small = optional ? [element('small', {}, ' (opcional)')] : [];
  return element('label', { class: 'field' }, label?.text ?? '', ...small, control, ...(hint ? [element('small', {}, hint.text)] : []));
}

function block(content: PageBlock, press: ButtonHandler, look: LookUp): HTMLElement {
  const { type, text, fields = [], elements = [], accessory } = content;
  if (type === 'header') return element('h3', {}, text?.text ?? '');
  if (type === 'divider') return element('hr');
  if (type === 'input') return field(content, look);
  if (type === 'context') return element('p', { class: 'small' }, ...elements.flatMap((one) => textNodes(one)));
  if (type === 'actions') return element('div', { class: 'actions' }, ...elements.map((one) => button(one, press)));
  if (type === 'image') return element('p', { class: 'small' }, `Imagen: ${content.alt_text ?? ''}`);
  const columns = fields.map((one) => element('p', {}, ...textNodes(one)));
  if (columns.length > 0) return element('div', { class: 'fields' }, ...(text ? [element('p', {}, ...textNodes(text))] : []), ...columns);
  return element('p', {}, ...(text ? textNodes(text) : []), ...(accessory ? [button(accessory, press)] : []));
}

export const drawBlocks = (blocks: readonly PageBlock[], press: ButtonHandler, look: LookUp = async () => []): HTMLElement =>
  element('div', { class: 'blocks' }, ...blocks.map((one) => block(one, press, look)));

/** Reads the values of the inputs, by the fields' names. */
export function readValues(parent: HTMLElement): Record<string, string> {
  const inputs = parent.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[name]');
  return Object.fromEntries(
    [...inputs].map((each) => [
      each.name,
      each instanceof HTMLSelectElement ? [...each.selectedOptions].map(({ value }) => value).join(',') : each.value,
    ]),
  );
}

/** Microsoft's own renderer, as the page loads it. */
declare const AdaptiveCards: typeof Adaptive;

const color = (name: string) => ({ default: `var(--${name})`, subtle: 'var(--muted)' });
const foregroundColors = {
  default: color('ink'),
  accent: color('accent'),
  attention: color('late'),
  warning: color('soon'),
  good: color('done'),
};
const config = {
  fontFamily: 'inherit',
  fontSizes: { small: 12, default: 14, medium: 15, large: 18, extraLarge: 22 },
  fontWeights: { lighter: 400, default: 400, bolder: 600 },
  spacing: { small: 6, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 0 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  containerStyles: { default: { backgroundColor: 'transparent', foregroundColors } },
  actions: { maxActions: 10, buttonSpacing: 8, actionAlignment: 'left', showCard: { style: 'default', inlineTopMargin: 8 } },
  inputs: { label: { requiredInputs: { suffix: ' *', suffixColor: 'attention' } } },
};

/** Leaves texts as they are, because the renderer warns without a processor of Markdown. */
const literally = () => {};

interface ActionCall {
  verb: string;
  data: object;
}

export function drawCard(card: object, execute: (action: ActionCall) => void): HTMLElement {
  AdaptiveCards.AdaptiveCard.onProcessMarkdown = literally;
  const drawing = new AdaptiveCards.AdaptiveCard();
  drawing.hostConfig = new AdaptiveCards.HostConfig(config);
  drawing.onExecuteAction = (action) => {
    if (action instanceof AdaptiveCards.OpenUrlAction) return void window.open(action.url, '_blank', 'noopener');
    const { data = {} } = action as Adaptive.SubmitAction;
    execute({ verb: action instanceof AdaptiveCards.ExecuteAction ? action.verb : '', data });
  };
  drawing.parse(card);
  return drawing.render() ?? document.createElement('div');
}
