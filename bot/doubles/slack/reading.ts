import type { types } from '@slack/bolt';

type LooseElement = Record<string, unknown>;
type ReadableBlock = types.KnownBlock;
/** A button by its label or by its id. */
export type Wanted = string | { actionId: string };

const elementsOf = (block: ReadableBlock): LooseElement[] => {
  const { elements, accessory } = block as unknown as { elements?: LooseElement[]; accessory?: LooseElement };
  return [...(block.type === 'actions' ? (elements ?? []) : []), ...(accessory ? [accessory] : [])];
};

const labelOf = (element: LooseElement) => (element.text as { text: string } | undefined)?.text ?? '';

/** The words of blocks, one line each, as somebody reads them. */
export function wordsOf(blocks: readonly ReadableBlock[]): string {
  const texts = blocks.flatMap((block) => {
    const { text, elements, label } = block as unknown as { text?: { text: string }; elements?: LooseElement[]; label?: { text: string } };
    const small = block.type === 'context' ? (elements ?? []).map(({ text: words }) => String(words)) : [];
    return [text?.text, label?.text, ...small, ...elementsOf(block).map((element) => `[${labelOf(element)}]`)];
  });
  return texts.filter(Boolean).join('\n');
}

export const labelsOf = (blocks: readonly ReadableBlock[]): string[] => blocks.flatMap(elementsOf).map(labelOf);

/** The first button that reads so, or the one of that id, as it goes back to the app. */
export function findButton(blocks: readonly ReadableBlock[], wanted: Wanted): LooseElement {
  const isIt = (element: LooseElement) =>
    typeof wanted === 'string' ? labelOf(element) === wanted : element.action_id === wanted.actionId;
  for (const block of blocks) {
    const found = elementsOf(block).find(isIt);
    if (found) return { ...found, block_id: (block as { block_id?: string }).block_id ?? 'none' };
  }
  throw new Error(`No button «${JSON.stringify(wanted)}» among: ${labelsOf(blocks).join(', ')}`);
}

/** What stands in one input: what was drawn into it, or what the person puts there. */
function entered({ type, ...element }: LooseElement, given: string | undefined): LooseElement {
  const option = (value: string) => (element.options as { value: string }[]).find((one) => one.value === value) ?? null;
  const texts = (element.initial_options as { value: string }[] | undefined)?.map(({ value }) => value).join(',');
  switch (type) {
    case 'datepicker':
      return { type, selected_date: (given ?? element.initial_date ?? null) || null };
    case 'static_select':
      return { type, selected_option: option(given ?? (element.initial_option as { value: string } | undefined)?.value ?? '') };
    case 'multi_static_select':
      return { type, selected_options: (given ?? texts ?? '').split(',').flatMap((value) => option(value) ?? []) };
    default:
      return { type, value: (given ?? element.initial_value ?? null) || null };
  }
}

/** The state of all inputs; `values` by the fields' names. */
export function stateOf(blocks: readonly ReadableBlock[], values: Readonly<Record<string, string>>): Record<string, LooseElement> {
  const inputs = blocks.filter((block): block is types.InputBlock => block.type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id = '', element }) => {
      const { action_id = '' } = element as { action_id?: string };
      return [block_id, { [action_id]: entered(element as unknown as LooseElement, values[block_id]) }];
    }),
  );
}
