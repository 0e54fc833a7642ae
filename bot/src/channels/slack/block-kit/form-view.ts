import type { types } from '@slack/bolt';
import type { Form } from '../../../card.ts';
import { botSlack } from '../../../messages/slack.ts';
import { actions } from './buttons.ts';
import { fieldBlocks } from './field-block.ts';
import { limits } from './limits.ts';
import { writePress } from './press-value.ts';
import { clip, escaped, mrkdwn, oneLine, plain } from './text.ts';

export const FORM = 'form';

const section = (text: string): types.KnownBlock => ({ type: 'section', text: mrkdwn(escaped(text, limits.text)) });
const title = (text: string) => plain(oneLine(text), limits.modalTitle);

function formBlocks({ title: whole, intro, fields }: Form, mostFields: number): types.KnownBlock[] {
  const head = [whole.length > limits.modalTitle ? whole : '', intro ?? ''].filter(Boolean).join('\n');
  return [...(head || !fields.length ? [section(head)] : []), ...fields.slice(0, mostFields).flatMap(fieldBlocks)];
}

/** A modal; `metadata` comes back with what is sent. Two blocks a field and one above: 49 fields are the most. */
export const formView = (form: Form, metadata: string): types.ModalView => ({
  type: 'modal',
  callback_id: FORM,
  title: title(form.title),
  submit: plain(form.submit, limits.modalButton),
  close: plain(botSlack.cancel, limits.modalButton),
  private_metadata: metadata,
  blocks: formBlocks(form, 49),
});

/** The same form inside a message or a home, for whom no modal can be opened: Slack opens one only three seconds after a press. */
export const formMessage = (form: Form): types.KnownBlock[] => [
  { type: 'header', text: plain(oneLine(form.title), limits.header) },
  ...formBlocks({ ...form, title: '' }, 23),
  {
    type: 'actions',
    elements: [
      {
        type: 'button',
        action_id: actions.send,
        style: 'primary',
        text: plain(form.submit, limits.buttonLabel),
        value: writePress(form.press),
      },
    ],
  },
];

/** A modal that only says something. */
export const sentenceView = (sentence: string): types.ModalView => ({
  type: 'modal',
  title: title(botSlack.product),
  close: plain(botSlack.close, limits.modalButton),
  blocks: [section(sentence)],
});

export const sentenceBlocks = (sentence: string): types.KnownBlock[] => [section(sentence)];
export const sentenceText = (sentence: string) => clip(escaped(sentence, limits.text), limits.text);
