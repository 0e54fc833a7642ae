import { sentenceBlocks, sentenceText, sentenceView } from '../block-kit/form-view.ts';
import { drawInPlace, say } from './draw-in-place.ts';
import { openModal, updateModal } from './modals.ts';
import type { Reach } from './reach.ts';
import type { Stage } from './turn.ts';
import { whisper } from './whisper.ts';

const drawn = (sentence: string) => ({ text: sentenceText(sentence), blocks: sentenceBlocks(sentence) });

/** Says it where the asker looks now: the open modal, the form they sent, beside the card, or their conversation. */
export async function showSentence(stage: Stage, sentence: string, reach: Reach): Promise<void> {
  if (stage.modal && (await updateModal(stage.modal, sentenceView(sentence), reach))) return;
  if (stage.givesWay) return void (await drawInPlace(stage, drawn(sentence), reach));
  if (stage.place.kind === 'home' && (await openModal(stage, sentenceView(sentence), reach))) return;
  if (!stage.thread && (await whisper(stage, drawn(sentence), reach))) return;
  await say(stage, drawn(sentence), reach);
}
