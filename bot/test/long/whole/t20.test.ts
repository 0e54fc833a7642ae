import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWithin } from '../../../../core/test/deep.ts';
import type { SlackPerson } from '../../doubles/slack/person.ts';
import type { TeamsPerson } from '../../doubles/teams/teams-double.ts';
import { listForgeries as slackForgeries } from '../../slack/forgeries.ts';
import { listForgeries as teamsForgeries } from '../../teams/forgeries.ts';
import { openSink, type Sink } from '../../teams/sink.ts';
import { listForgeries as whatsAppForgeries } from '../../whatsapp/forgeries.ts';
import { type WholeBot, wholeBot } from './whole-bot.ts';

const PEOPLE = 10;
const ROUNDS = 5;
const API_MS = 10_000;

let whole: WholeBot;
let sink: Sink;
let requestCount = 0;
let release: () => void;
const slowApi = new Promise<void>((resolve) => {
  release = resolve;
});
beforeAll(async () => {
  sink = await openSink();
  whole = await wholeBot({
    delay: () => {
      requestCount += 1;
      return Promise.race([slowApi, new Promise<void>((resolve) => setTimeout(resolve, API_MS).unref())]);
    },
  });
});
afterAll(async () => {
  await whole.stop();
  await sink.close();
});

async function forged() {
  const ana = whole.teams.person('aad-forged', 'Ana');
  const slack = Object.values(
    slackForgeries(
      () => whole.slack,
      () => `${whole.url}/slack/events`,
    ),
  );
  const teams = teamsForgeries(() => ({ teams: whole.teams, ana, sink }));
  return {
    slack: await Promise.all(slack.map(async ([, forge]) => (await forge()).status)),
    teams: await Promise.all(teams.map(async ([, requestParts]) => (await whole.teams.deliver(...requestParts())).status)),
    whatsapp: await Promise.all(Object.values(whatsAppForgeries(() => whole.whatsapp)).map(async ([, forge]) => (await forge()).status)),
  };
}
const refused = (statuses: readonly number[]) => statuses.filter((status) => status >= 400 && status < 500).length;

const inSlack = async (person: SlackPerson) => [...(await person.types('')), ...(await person.says('hola'))].map(({ ms }) => ms);
const press = { verb: 'press', press: { flow: 'view', view: 'activities:1' } };
const inTeams = async (person: TeamsPerson) =>
  [await person.writes('hola'), await whole.teams.deliver(person.invocation(press))].map(({ ms }) => ms);

/** A hundred deliveries of ten people at once, in order of how long they took to be acknowledged. */
async function waits<Who>(people: readonly Who[], says: (person: Who) => Promise<number[]>): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(...(await Promise.all(people.map(says))).flat());
  return all.sort((one, other) => one - other);
}
const rounded = (ms: number | undefined) => `${Math.round(ms ?? Number.NaN)} ms`;

it('T20: what is forged is refused, and what is honest acknowledged in under half a second while the API takes ten', async () => {
  const { slack, teams, whatsapp } = await forged();
  expect([refused(slack), refused(teams), refused(whatsapp)]).toEqual([slack.length, teams.length, whatsapp.length]);
  expect(slack.length + teams.length + whatsapp.length).toBeGreaterThanOrEqual(50);
  expect([requestCount, sink.reached()]).toEqual([0, 0]);

  const people = Array.from({ length: PEOPLE }, (_, at) => at);
  const slackWaits = await waits(
    people.map((at) => whole.slack.person(`Persona ${at}`)),
    inSlack,
  );
  const teamsWaits = await waits(
    people.map((at) => whole.teams.person(`aad-${at}`, `Persona ${at}`)),
    inTeams,
  );
  const row = (statuses: readonly number[], took: readonly number[]) => ({
    forged: statuses.length,
    refused: refused(statuses),
    'calls to the API': 0,
    acknowledged: took.length,
    p50: rounded(took[49]),
    p99: rounded(took[98]),
    most: rounded(took[99]),
  });
  console.table({ Slack: row(slack, slackWaits), Teams: row(teams, teamsWaits) });
  release();
  expect(requestCount).toBeGreaterThan(0);
  for (const took of [slackWaits, teamsWaits]) {
    expect(took).toHaveLength(100);
    expectWithin(took[98] ?? Number.NaN, 500);
  }
});
