import type { Ears } from './hear.ts';

const COMMAND = '/actividades';
/** The ids of conversations of two begin with it. */
const ALONE = 'D';

/** `/actividades` and what is written after it. */
export function hearCommands({ app, take, reach }: Ears): void {
  app.command(COMMAND, async ({ command, ack }) => {
    await ack();
    const isAlone = command.channel_id.startsWith(ALONE);
    const place = isAlone ? undefined : { conversation: command.channel_id, name: command.channel_name };
    take(
      {
        user: { id: command.user_id, name: command.user_name },
        deliveryId: command.trigger_id,
        at: reach.now(),
        triggerId: command.trigger_id,
        responseUrl: command.response_url,
        saidIn: command.channel_id,
        place: () => ({ kind: 'talk' }),
      },
      { kind: 'command', words: command.text ?? '', ...(place && { place }) },
    );
  });
}
