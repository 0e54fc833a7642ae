import type { Knex } from 'knex';
import { addDays, type CalendarDate, dayIn } from '../src/domain/calendar.ts';
import { instantAt } from '../src/domain/wall-clock.ts';
import type { Image } from '../src/persistence/images.ts';
import { repositoriesOn } from '../src/persistence/repositories.ts';
import { episodesOfAll } from './episode.ts';
import { absence } from './facts/people.ts';
import type { PictureName } from './facts/piece.ts';
import { dismissLeavers, hirePeople, openAbsence, openTopics } from './found-company.ts';
import { notifyPast } from './notify-past.ts';
import { play, type Stage } from './play.ts';
import { quietRepositories } from './quiet-repositories.ts';
import { stories } from './stories.ts';

const FOUNDED_DAYS_AGO = 420;
const NINE = 9 * 60;

export interface DemoLoad {
  /** The transaction that the whole company is loaded in, or not at all. */
  db: Knex;
  /** The business zone; the past ends the day before `now` there. */
  zone: string;
  now: Date;
  /** Draws and stores these pictures and answers their records in the same order. The caller removes them when the load fails. */
  takePictures: (pictures: readonly PictureName[]) => Promise<Image[]>;
}

/** Loads the demo company into an empty, migrated database: its past performed by the product's own use cases, day by day. */
export async function loadDemoCompany({ db, zone, now, takePictures }: DemoLoad): Promise<void> {
  // The history marks these rows as loaded, for their dates lie in the past.
  await db.raw(`select set_config('bitacora.loading', 'on', true)`);
  const today = dayIn(zone, now);
  const at = (on: CalendarDate, minute: number) => instantAt(zone, on, minute);
  const episodes = episodesOfAll(stories(), today);
  const foundedAt = at(addDays(today, -FOUNDED_DAYS_AGO), NINE);
  const taking = takePictures(episodes.flatMap(({ pictures }) => pictures));
  const [images, people] = await Promise.all([taking, hirePeople(db, foundedAt)]);

  const stage: Stage = {
    repos: quietRepositories(db, zone),
    zone,
    people,
    topicIds: await openTopics(db, people, foundedAt),
    folios: new Map(),
    lastComments: new Map(),
    batches: new Map(),
    successorOf: async (predecessorId) => (await db('activities').where({ predecessorId }).first('id'))?.id,
    today,
  };
  for (const episode of episodes) await play(stage, episode, at(episode.on, episode.minute), images.splice(0, episode.pictures.length));

  await openAbsence(db, people, today, at(addDays(today, -absence.beganDaysAgo), NINE));
  await dismissLeavers(db);
  await notifyPast(db, now);
  await repositoriesOn(db, zone).installation.markDemo();
}
