import type { PressButton } from '../card.ts';
import { type Flow, type Scene, textIn } from '../flow.ts';
import { botFlows } from '../messages/flows.ts';
import type { Answer, Place } from '../request.ts';

const NAME_LETTERS = 100;
const button = (label: string, press: Record<string, string>): PressButton => ({ label, press: { flow: 'summary', ...press } });

/** Where the summary goes, and the choice of another place: the channel where it was asked, else the conversation with the bot. */
export async function summaryCommand({ client, asker }: Scene, place: Place | undefined): Promise<Answer> {
  const { displayName } = await client.readSummaryChoice();
  const here = place ?? { conversation: asker.conversation, name: botFlows.summaryAloneName };
  const label = place ? botFlows.summaryHere(place.name) : botFlows.summaryAlone;
  return {
    kind: 'card',
    card: {
      title: botFlows.summaryTitle,
      intro: [botFlows.summaryIntro, displayName && botFlows.summaryChosen(displayName)].filter(Boolean).join(' '),
      groups: [],
      ...(place ? {} : { note: botFlows.summaryOther(asker.service) }),
      buttons: [
        button(label, { act: 'choose', conversation: here.conversation, name: here.name.slice(0, NAME_LETTERS) }),
        ...(displayName ? [button(botFlows.summaryStop, { act: 'stop' })] : []),
      ],
      activityIds: [],
    },
  };
}

/** A privileged person chooses where the week's figures go, or that they go nowhere. */
export const weeklySummary: Flow = {
  async press({ client }, press) {
    if (textIn(press, 'act') === 'stop') {
      await client.stopSummary();
      return { kind: 'sentence', sentence: botFlows.summaryStopped };
    }
    const displayName = textIn(press, 'name');
    await client.chooseSummary({ conversation: textIn(press, 'conversation'), displayName });
    return { kind: 'sentence', sentence: botFlows.summaryChosen(displayName) };
  },
};
