import type { ViewSubmitAction } from '@slack/bolt';
import { botSlack } from '../../../messages/slack.ts';
import { type EnteredState, formValues } from '../block-kit/form-values.ts';
import { FORM, sentenceView } from '../block-kit/form-view.ts';
import { readMetadata } from '../turns/modal-metadata.ts';
import type { Ears } from './hear.ts';

/** A modal that was sent. It stays open and says so: its outcome, or what is wrong with it, is drawn into it. */
export function hearSubmissions({ app, take, reach }: Ears): void {
  app.view<ViewSubmitAction>(FORM, async ({ body, view, ack }) => {
    const metadata = readMetadata(view.private_metadata);
    if (!metadata) return ack();
    const { press, place, responseUrl } = metadata;
    const isNew = take(
      {
        user: { id: body.user.id, name: body.user.name },
        // Each drawing of a modal has its hash: what is sent again after a mistake is another delivery.
        deliveryId: `${view.id}:${view.hash}`,
        at: reach.now(),
        modal: view.id,
        ...(responseUrl && { responseUrl }),
        place: () => place,
      },
      { kind: 'submit', press, values: formValues(view.state.values as EnteredState) },
    );
    return isNew ? ack({ response_action: 'update', view: sentenceView(botSlack.saving) }) : ack();
  });
}
