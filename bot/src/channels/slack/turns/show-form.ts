import type { Form } from '../../../card.ts';
import { formMessage, formView, sentenceText } from '../block-kit/form-view.ts';
import { drawInPlace, say } from './draw-in-place.ts';
import { writeMetadata } from './modal-metadata.ts';
import { openModal, updateModal } from './modals.ts';
import type { Reach } from './reach.ts';
import type { Stage } from './turn.ts';

/** In the modal that is open, in the message that was sent as a form, in a new modal while there is time, else as a message. */
export async function showForm(stage: Stage, form: Form, reach: Reach): Promise<void> {
  const view = formView(form, writeMetadata(stage, form.press));
  if (stage.modal && (await updateModal(stage.modal, view, reach))) return;
  const message = { text: sentenceText(form.title), blocks: formMessage(form) };
  if (stage.givesWay) return void (await drawInPlace(stage, message, reach));
  if (await openModal(stage, view, reach)) return;
  await say(stage, message, reach);
}
