/** These are Slack's own rules for blocks (Block Kit reference), independent of the code that draws them; tests check the bot's blocks by them. */
type RuledElement = Record<string, unknown>;

const isText = (value: unknown, most: number, type?: string): boolean => {
  const { type: kind, text } = (value ?? {}) as RuledElement;
  const isKind = type ? kind === type : kind === 'plain_text' || kind === 'mrkdwn';
  return isKind && typeof text === 'string' && text.length >= 1 && text.length <= most;
};
const isShort = (value: unknown, most: number) =>
  value === undefined || (typeof value === 'string' && value.length >= 1 && value.length <= most);
const isList = (value: unknown, least: number, most: number): value is RuledElement[] =>
  Array.isArray(value) && value.length >= least && value.length <= most;

function wrongConfirm(confirm: unknown): string[] {
  if (confirm === undefined) return [];
  const { title, text, confirm: yes, deny } = confirm as RuledElement;
  const isRight = isText(title, 100, 'plain_text') && isText(text, 300) && isText(yes, 30, 'plain_text') && isText(deny, 30, 'plain_text');
  return isRight ? [] : ['confirm'];
}

function wrongOptions({ options, initial_option, initial_options }: RuledElement): string[] {
  if (!isList(options, 1, 100)) return ['options'];
  const wrong = options.filter(({ text, value }) => !isText(text, 75, 'plain_text') || !isShort(value, 150) || value === undefined);
  const initial = [initial_option, ...((initial_options as unknown[]) ?? [])].filter(Boolean).map((one) => JSON.stringify(one));
  const available = new Set(options.map((option) => JSON.stringify(option)));
  return wrong.length || initial.some((one) => !available.has(one)) ? ['option'] : [];
}

function wrongElement(element: RuledElement): string[] {
  const wrong = isShort(element.action_id, 255) ? [] : ['action_id'];
  if (element.placeholder !== undefined && !isText(element.placeholder, 150, 'plain_text')) wrong.push('placeholder');
  switch (element.type) {
    case 'button':
      if (!isText(element.text, 75, 'plain_text')) wrong.push('button text');
      if (!isShort(element.value, 2_000) || !isShort(element.url, 3_000)) wrong.push('button value');
      if (element.style !== undefined && element.style !== 'primary' && element.style !== 'danger') wrong.push('style');
      return [...wrong, ...wrongConfirm(element.confirm)];
    case 'plain_text_input': {
      const most = (element.max_length ?? 3_000) as number;
      if (most < 1 || most > 3_000) wrong.push('max_length');
      return isShort(element.initial_value, most) ? wrong : [...wrong, 'initial_value'];
    }
    case 'datepicker':
      return element.initial_date === undefined || /^\d{4}-\d\d-\d\d$/.test(element.initial_date as string)
        ? wrong
        : [...wrong, 'initial_date'];
    case 'static_select':
    case 'multi_static_select':
      return [...wrong, ...wrongOptions(element)];
    case 'external_select':
      if (!(Number(element.min_query_length) >= 0)) wrong.push('min_query_length');
      return element.initial_option
        ? [...wrong, ...wrongOptions({ options: [element.initial_option], initial_option: element.initial_option })]
        : wrong;
    case 'checkboxes':
      return [...wrong, ...wrongOptions(element), ...((element.options as unknown[]).length > 10 ? ['options'] : [])];
    default:
      return ['element type'];
  }
}

function wrongBlock(block: RuledElement): string[] {
  const wrong = isShort(block.block_id, 255) ? [] : ['block_id'];
  switch (block.type) {
    case 'divider':
      return wrong;
    case 'header':
      return isText(block.text, 150, 'plain_text') ? wrong : [...wrong, 'header'];
    case 'section':
      if (!isText(block.text, 3_000)) wrong.push('section');
      if (block.fields !== undefined && !(isList(block.fields, 1, 10) && block.fields.every((one) => isText(one, 2_000))))
        wrong.push('fields');
      return block.accessory ? [...wrong, ...wrongElement(block.accessory as RuledElement)] : wrong;
    case 'image': {
      const { id } = (block.slack_file ?? {}) as RuledElement;
      return isShort(block.alt_text, 2_000) && typeof id === 'string' ? wrong : [...wrong, 'image'];
    }
    case 'context':
      return isList(block.elements, 1, 10) && block.elements.every((one) => isText(one, 3_000)) ? wrong : [...wrong, 'context'];
    case 'actions': {
      if (!isList(block.elements, 1, 25)) return [...wrong, 'actions'];
      const ids = block.elements.map(({ action_id }) => action_id);
      if (new Set(ids).size !== ids.length) wrong.push('action_id twice');
      return [...wrong, ...block.elements.flatMap(wrongElement)];
    }
    case 'input':
      if (!isText(block.label, 2_000, 'plain_text')) wrong.push('label');
      if (block.hint !== undefined && !isText(block.hint, 2_000, 'plain_text')) wrong.push('hint');
      return [...wrong, ...wrongElement(block.element as RuledElement)];
    default:
      return ['block type'];
  }
}

/** Lists everything for which Slack would refuse these blocks; empty where it takes them. */
export function wrongBlocks(blocks: unknown, most: number): string[] {
  if (!isList(blocks, 1, most)) return ['number of blocks'];
  const ids = blocks.flatMap(({ block_id }) => block_id ?? []);
  return [...(new Set(ids).size === ids.length ? [] : ['block_id twice']), ...blocks.flatMap(wrongBlock)];
}

/** Checks a modal or a home. */
export function wrongView(view: RuledElement): string[] {
  const wrong = wrongBlocks(view.blocks, 100);
  if (String(view.private_metadata ?? '').length > 3_000) wrong.push('private_metadata');
  if (view.type === 'home') return wrong;
  if (!isText(view.title, 24, 'plain_text')) wrong.push('title');
  for (const name of ['submit', 'close']) if (view[name] !== undefined && !isText(view[name], 24, 'plain_text')) wrong.push(name);
  const hasInputs = (view.blocks as RuledElement[]).some(({ type }) => type === 'input');
  return hasInputs && !view.submit ? [...wrong, 'inputs without submit'] : wrong;
}
