import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOpen, openStatuses, type Status, statuses } from '../../src/domain/activities/activity.ts';
import { urgencyKey } from '../../src/domain/activities/deadline.ts';
import { parseSearchWords, type SearchPlace } from '../../src/domain/activities/search.ts';
import { daysBetween } from '../../src/domain/calendar.ts';
import { pickFilters, scopes, usualSort } from '../../src/domain/reports/report.ts';
import { activityViewsOn } from '../../src/persistence/activities/activity-views.ts';
import { activityReportsOn } from '../../src/persistence/reports/activity-reports.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW, TODAY } from '../factories.ts';
import { ZONE } from '../stage.ts';
import { storeWords } from '../stored-words.ts';
import { foundCompany, register, seeds } from './company.ts';
import { haveWords, textsToSearch } from './headings.ts';

const ACTIVITIES = 150;

let database: TestDatabase;
let activities: (Awaited<ReturnType<typeof readActivities>>[number] & { texts: string })[];
let people: number[];

const readActivities = async () => activityViewsOn(database.db).list(await database.db('activities').pluck('id'));

beforeAll(async () => {
  database = await testDatabase();
  const make = given(database.db);
  const company = await foundCompany(database.db);
  // More people than the index reads by name.
  for (let n = 0; n < 12; n++) await make.person({ firstName: 'Ana', lastName: `Sol${n}` });
  await register(database.db, company, fc.sample(seeds, ACTIVITIES));
  people = company.people.map(({ id }) => id);
  const moves: [Status, object][] = [
    ['in_progress', { status: 'completed', resolution: 'Listo el trámite', closedAt: NOW }],
    ['completed', { status: 'in_progress', rejectedAt: NOW, closedAt: null, resolution: null }],
    ['on_pause', { status: 'canceled', canceledAt: NOW }],
  ];
  for (const [from, change] of moves) await database.db('activities').where({ status: from }).whereRaw('id % 2 = 0').update(change);
  await storeWords(database.db);
  const comments: { activityId: number; body: string }[] = await database.db('comments').whereNull('canceledAt');
  activities = (await readActivities()).map((activity) => {
    const commentTexts = comments.filter(({ activityId }) => activityId === activity.id).map(({ body }) => body);
    const owner = `${activity.ownerFirstName} ${activity.ownerLastName}`;
    const responsible = `${activity.assigneeFirstName} ${activity.assigneeLastName}`;
    const { id, description, topic, resolution } = activity;
    const texts = Object.entries({ folio: String(id), description, topic, owner, responsible, resolution: resolution ?? '' });
    const searched = [...texts, ...commentTexts.map((body) => ['comment', body] as const)];
    return { ...activity, texts: textsToSearch(searched.map(([where, text]) => ({ where: where as SearchPlace, text }))) };
  });
});
afterAll(() => database.close());

const words = fc.array(
  fc.constantFrom('cafe', 'a', 'ana', 'ana paz', 'tramite', 'listo', '100', '%', 'ñ', 'nuño', 'nube', 'molido', '7', 'nada'),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const questions = fc.record({
  search: words.map((each) => each.join(' ')),
  statuses: fc.oneof(
    fc.constant<readonly Status[]>(openStatuses),
    fc.subarray<Status>([...openStatuses], { minLength: 1 }),
    fc.subarray<Status>([...statuses], { minLength: 1 }),
  ),
  scope: fc.constantFrom(...scopes),
  isDescending: fc.boolean(),
  priorities: fc.constantFrom([], ['high' as const]),
  page: fc.integer({ min: 1, max: 3 }),
  /** So many rows of the order are looked through before the index is asked. */
  firstRows: fc.constantFrom(1, 3, 40, 3_000),
  dating: fc.constantFrom(undefined, 'deadline' as const),
});

it('a page of a search has the rows of the domain in their order, however many rows of the order are looked through', async () => {
  const bySize = 4;
  await fc.assert(
    fc.asyncProperty(questions, async ({ search, statuses, scope, isDescending, priorities, page, firstRows, dating }) => {
      const readerId = people[1] as number;
      const sort = { ...usualSort(statuses, dating), isDescending };
      const filters = pickFilters({ priorities });
      const absentIds = people.slice(2, 4);
      const searchWords = parseSearchWords(search);
      const selection = { scope, readerId, absentIds, statuses, dating, range: null, filters, words: searchWords, today: TODAY };
      const rows = await activityReportsOn(database.db, ZONE, { firstRows }).page(selection, { page, size: bySize, sort });

      const isInScope = {
        company: () => true,
        mine: ({ assigneeId }: { assigneeId: number }) => assigneeId === readerId,
        assignedByMe: ({ ownerId, assigneeId }: { ownerId: number; assigneeId: number }) => ownerId === readerId && assigneeId !== readerId,
        substituted: ({ ownerId, assigneeId, status }: { ownerId: number; assigneeId: number; status: Status }) =>
          absentIds.includes(assigneeId) || (absentIds.includes(ownerId) && status === 'completed'),
      }[scope];
      const keyOf = (activity: (typeof activities)[number]): number => {
        const { createdAt, verifiedAt, canceledAt } = activity;
        const deadline = activity.extendedTo ?? activity.dueOn;
        if (sort.column === 'deadline') return daysBetween(TODAY, deadline);
        if (sort.column === 'urgency') return urgencyKey(activity, daysBetween(TODAY, deadline), scope === 'mine');
        return (sort.column === 'createdAt' ? createdAt : ((verifiedAt ?? canceledAt) as Date)).getTime();
      };
      const sign = isDescending ? -1 : 1;
      const expected = activities
        .filter((activity) => statuses.includes(activity.status) && isInScope(activity) && haveWords(activity.texts, selection.words))
        .filter(({ priority }) => priorities.length === 0 || priority === 'high')
        .sort((a, b) => sign * (keyOf(a) - keyOf(b) || a.id - b.id))
        .slice((page - 1) * bySize, page * bySize);
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(statuses.every(isOpen) && !dating).toBe(sort.column === 'urgency');
    }),
    { numRuns: 400 },
  );
}, 120_000);

it('the pages of a search that finds more than is counted repeat no row and begin in the order', async () => {
  const selection = { scope: 'company' as const, readerId: people[1] as number, statuses: [...openStatuses], range: null, today: TODAY };
  const searched = { ...selection, filters: pickFilters({}), words: parseSearchWords('a') };
  const sort = usualSort(openStatuses, undefined);
  const folios = async (firstRows: number, hitsMax: number) => {
    const reports = activityReportsOn(database.db, ZONE, { firstRows, hitsMax });
    const pages = [1, 2, 3, 4, 5].map((page) => reports.page(searched, { page, size: 4, sort }));
    return (await Promise.all(pages)).map((rows) => rows.map(({ id }) => id));
  };
  const whole = (await folios(3_000, 1_000)).flat();
  const pages = await folios(12, 14);
  const ids = pages.flat();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(14);
  const exact = pages[0] ?? [];
  expect(exact).toHaveLength(4);
  expect(exact).toEqual(whole.slice(0, exact.length));
});
