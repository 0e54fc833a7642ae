import type { PressButton } from '../card.ts';
import { type Flow, type FlowContext, textIn } from '../flow.ts';
import { botFlows } from '../messages/flows.ts';
import type { ChatAnswer, SharedPlace } from '../request.ts';

const MAX_NAME = 100;
const button = (label: string, press: Record<string, string>): PressButton => ({ label, press: { flow: 'summary', ...press } });

/** Where the summary goes, and a button for the current channel or, in a direct chat, for this conversation. */
export async function summaryCommand({ client, asker }: FlowContext, place: SharedPlace | undefined): Promise<ChatAnswer> {
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
        button(label, { act: 'choose', conversation: here.conversation, name: here.name.slice(0, MAX_NAME) }),
        ...(displayName ? [button(botFlows.summaryStop, { act: 'stop' })] : []),
      ],
      activityIds: [],
    },
  };
}

/** A privileged person chooses where the weekly figures go, or stops them. */
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
