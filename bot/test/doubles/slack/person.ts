import type { types } from '@slack/bolt';
import { buttonActionBody, commandBody, eventBody, type SenderIds, shortcutBody, submissionBody, suggestionBody } from './bodies.ts';
import type { DeliverToBot, DeliveryResult, SlackDelivery } from './deliver.ts';
import { installation, type Message, type View, type VisibleMessage, type Workspace } from './workspace.ts';

type LooseElement = Record<string, unknown>;
type ReadableBlock = types.KnownBlock;
type ElementMatch = string | { actionId: string };

const readElements = (block: ReadableBlock): LooseElement[] => {
  const { elements, accessory } = block as unknown as { elements?: LooseElement[]; accessory?: LooseElement };
  return [...(block.type === 'actions' ? (elements ?? []) : []), ...(accessory ? [accessory] : [])];
};

const readLabel = (element: LooseElement) => (element.text as { text: string } | undefined)?.text ?? '';

interface ReadableFields {
  text?: { text: string };
  fields?: { text: string }[];
  elements?: LooseElement[];
  label?: { text: string };
  alt_text?: string;
}

/** Returns the words of blocks, one line each, as a person reads them. */
export function readWords(blocks: readonly ReadableBlock[]): string {
  const texts = blocks.flatMap((block) => {
    const { text, fields, elements, label, alt_text } = block as unknown as ReadableFields;
    const small = block.type === 'context' ? (elements ?? []).map(({ text: words }) => String(words)) : [];
    return [
      text?.text,
      ...(fields ?? []).map((field) => field.text),
      label?.text,
      alt_text,
      ...small,
      ...readElements(block).map((element) => `[${readLabel(element)}]`),
    ];
  });
  return texts.filter(Boolean).join('\n');
}

export const readLabels = (blocks: readonly ReadableBlock[]): string[] => blocks.flatMap(readElements).map(readLabel);

/** Finds the first button with this label or id, as it goes back to the app. */
function findButton(blocks: readonly ReadableBlock[], match: ElementMatch): LooseElement {
  const isIt = (element: LooseElement) => (typeof match === 'string' ? readLabel(element) === match : element.action_id === match.actionId);
  for (const block of blocks) {
    const element = readElements(block).find(isIt);
    if (element) return { ...element, block_id: (block as { block_id?: string }).block_id ?? 'none' };
  }
  throw new Error(`No button «${JSON.stringify(match)}» among: ${readLabels(blocks).join(', ')}`);
}

/** Returns what the person typed into an input, else what was drawn into it. */
function inputValue({ type, ...element }: LooseElement, typedValue: string | undefined): LooseElement {
  const option = (value: string) => (element.options as { value: string }[]).find((one) => one.value === value) ?? null;
  const texts = (element.initial_options as { value: string }[] | undefined)?.map(({ value }) => value).join(',');
  switch (type) {
    case 'datepicker':
      return { type, selected_date: (typedValue ?? element.initial_date ?? null) || null };
    case 'static_select':
      return { type, selected_option: option(typedValue ?? (element.initial_option as { value: string } | undefined)?.value ?? '') };
    case 'external_select': {
      const value = typedValue ?? (element.initial_option as { value: string } | undefined)?.value;
      return { type, selected_option: value ? { value } : null };
    }
    case 'checkboxes':
    case 'multi_static_select':
      return { type, selected_options: (typedValue ?? texts ?? '').split(',').flatMap((value) => option(value) ?? []) };
    default:
      return { type, value: (typedValue ?? element.initial_value ?? null) || null };
  }
}

/** Returns the state of all inputs; `values` are by the fields' names. */
function inputState(blocks: readonly ReadableBlock[], values: Readonly<Record<string, string>>): Record<string, LooseElement> {
  const inputs = blocks.filter((block): block is types.InputBlock => block.type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id = '', element }) => {
      const { action_id = '' } = element as { action_id?: string };
      return [block_id, { [action_id]: inputValue(element as unknown as LooseElement, values[block_id]) }];
    }),
  );
}

interface Times {
  /** Slack delivers it this many times; once by default. */
  times?: number;
}

/** Slack escapes what a person types in a message. */
const escapedBySlack = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Plays a person in Slack. The double delivers their acts to the bot as Slack does, and they see what the bot drew for them. */
export function createPerson(who: SenderIds, workspace: Workspace, deliver: DeliverToBot) {
  const deliverAll = async (delivery: SlackDelivery, { times = 1 }: Times = {}): Promise<DeliveryResult[]> =>
    Promise.all(Array.from({ length: times }, (_, retry) => deliver(delivery, retry)));
  const modals = () => [...workspace.views.values()].filter(({ user, type }) => user === who.id && type === 'modal');

  const say = (words: string, extra: object) =>
    eventBody(
      {
        type: 'message',
        channel: who.conversation,
        channel_type: 'im',
        user: who.id,
        text: escapedBySlack(words),
        ts: workspace.nextTs(),
        ...extra,
      },
      workspace,
    );

  return {
    ...who,
    types: (
      words: string,
      { in: channel = { id: who.conversation, name: 'directmessage' }, ...options }: Times & { in?: { id: string; name: string } } = {},
    ) => deliverAll({ way: 'slash_commands', body: commandBody(who, words, channel, workspace) }, options),

    says: (words: string, { to, ...options }: Times & { to?: Message | undefined } = {}) =>
      deliverAll({ way: 'events_api', body: say(words, { team: installation.teamId, ...(to && { thread_ts: to.ts }) }) }, options),

    sends(
      files: readonly { name: string; bytes: Buffer; mimetype?: string; url?: string }[],
      { to, words = '', ...options }: Times & { to?: Message | undefined; words?: string | undefined } = {},
    ) {
      const newFiles = files.map(({ mimetype = 'image/png', ...file }) => ({ id: `F${workspace.nextId()}`, mimetype, ...file }));
      for (const file of newFiles) workspace.files.set(file.id, file);
      const publicFiles = newFiles.map(({ id, name, mimetype }) => ({ id, name, mimetype }));
      return deliverAll(
        { way: 'events_api', body: say(words, { subtype: 'file_share', files: publicFiles, ...(to && { thread_ts: to.ts }) }) },
        options,
      );
    },

    /** Uses the shortcut in the menu of a message. */
    makesActivity: (text: string) =>
      deliverAll({ way: 'interactive', body: shortcutBody(who, 'new_activity', escapedBySlack(text), workspace) }),

    opensHome: (options?: Times) =>
      deliverAll(
        {
          way: 'events_api',
          body: eventBody({ type: 'app_home_opened', user: who.id, channel: who.conversation, tab: 'home' }, workspace),
        },
        options,
      ),

    /** Writes a link in a channel; answers the message. */
    async shares(url: string, channel = 'C0GENERAL') {
      const message: Message = { channel, ts: workspace.nextTs(), text: url, blocks: [], user: who.id, updates: 0 };
      workspace.messages.push(message);
      const links = [{ url, domain: new URL(url).host }];
      await deliverAll({
        way: 'events_api',
        body: eventBody({ type: 'link_shared', user: who.id, channel, message_ts: message.ts, links }, workspace),
      });
      return message;
    },

    /** `values` are those of the form inside the message, by the fields' names. */
    presses(
      button: ElementMatch,
      on: VisibleMessage,
      { values = {}, ...options }: Times & { values?: Record<string, string> | undefined } = {},
    ) {
      const press = { in: on, state: inputState(on.blocks, values) };
      return deliverAll({ way: 'interactive', body: buttonActionBody(who, findButton(on.blocks, button), press, workspace) }, options);
    },

    /** Returns what the open modal, or a form inside a message, offers in that field for the typed words. */
    async looksUp(field: string, typed: string, on?: Message) {
      const form = on ?? modals().at(-1);
      const block = form?.blocks.find((one) => (one as { block_id?: string }).block_id === field) as types.InputBlock | undefined;
      if (!form || block?.element.type !== 'external_select') throw new Error(`No list to search in: ${field}.`);
      const { action_id: actionId = '' } = block.element;
      const [reply] = await deliverAll({
        way: 'interactive',
        body: suggestionBody(who, form, { blockId: field, actionId, typed }, workspace),
      });
      const { options = [] } = (reply?.body ?? {}) as { options?: { text: { text: string }; value: string }[] };
      return options.map(({ text, value }) => ({ value, label: text.text }));
    },

    /** Sends the modal that is open. */
    async fills(values: Record<string, string>, options?: Times) {
      const view = modals().at(-1);
      if (!view) throw new Error('No modal is open.');
      const { hash } = view;
      const response = await deliverAll(
        { way: 'interactive', body: submissionBody(who, view, inputState(view.blocks, values), workspace) },
        options,
      );
      // A modal that was drawn again before its acknowledgement came keeps its view.
      if (view.hash === hash) for (const { body } of response) acknowledge(view, body);
      return response;
    },

    messages: () => workspace.messages.filter(({ channel }) => channel === who.conversation),
    ephemeralMessages: () => workspace.ephemeralMessages.filter(({ user }) => user === who.id),
    /** Returns the modal that was opened last. */
    modal: () => modals().at(-1),
    closesModal: () => {
      for (const { id } of modals()) workspace.views.delete(id);
    },
    home: () => workspace.views.get(`H${who.id}`),
  };
}

export type SlackPerson = ReturnType<typeof createPerson>;

/** Updates a modal as its acknowledgement says. */
function acknowledge(view: View, body: unknown): void {
  const { response_action, view: next } = (body || {}) as {
    response_action?: string;
    view?: { title: { text: string }; blocks: View['blocks'] };
  };
  if (response_action === 'update' && next) Object.assign(view, { title: next.title.text, blocks: next.blocks });
}
