import type { Ears } from './hear.ts';

/** Somebody opens our home: it is drawn for them, as things are now. */
export function hearHome({ app, take, reach }: Ears): void {
  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return;
    const turn = { user: { id: event.user }, deliveryId: body.event_id, at: reach.now(), givesWay: true as const };
    take({ ...turn, place: () => ({ kind: 'home' }) }, { kind: 'home' });
  });
}
