import { adminPolicy, type ManagementAct } from '@bitacora/core/domain/people/person';
import { noFilters } from '@bitacora/core/domain/reports/report';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { type ScreenReport, screenReports } from '../activity-layout.ts';
import { terminalScreens } from '../messages/screens.ts';
import { reportScope } from './reports/report-tools.tsx';
import { type ScreenRoute, useAdmin, useLoaded, useReadings, useTask } from './screen-context.ts';
import { Confirm } from './ui/confirm.tsx';
import { Selectable, useCursor } from './ui/inputs.tsx';
import { Failure, Nothing, Page, useRoom } from './ui/page.tsx';
import { useTones } from './ui/terminal.tsx';

const { menu, keys, login } = terminalScreens;
/** The account above, and blank lines. */
const OTHER_ROWS = 3;

interface MenuItem {
  label: string;
  hint: string;
  who: ManagementAct;
  screen: ScreenRoute;
}

const entries: readonly MenuItem[] = [
  { ...menu.import, who: 'manageUsers', screen: { name: 'import' } },
  { ...menu.pending, who: 'readGlobalReports', screen: { name: 'report', report: 'pending' } },
  { ...menu.finished, who: 'readGlobalReports', screen: { name: 'report', report: 'finished' } },
  { ...menu.assigned, who: 'readGlobalReports', screen: { name: 'report', report: 'assigned' } },
  { ...menu.users, who: 'manageUsers', screen: { name: 'users' } },
  { ...menu.topics, who: 'manageTopics', screen: { name: 'topics' } },
  { ...menu.assignments, who: 'assignTopics', screen: { name: 'assignments' } },
  { ...menu.outbox, who: 'manageUsers', screen: { name: 'outbox' } },
  { ...menu.doctor, who: 'manageUsers', screen: { name: 'doctor' } },
];

/** Lists what waits for this person; its keys begin with 1. */
const needs = [
  { report: 'own', group: 'urgencies', name: 'late' },
  { report: 'own', group: 'urgencies', name: 'rejected' },
  { report: 'assigned', group: 'statuses', name: 'completed' },
  { report: 'assigned', group: 'urgencies', name: 'extensionRequested' },
  { report: 'assigned', group: 'urgencies', name: 'late' },
] as const;

/** Offers the screens that the position allows; the server checks again. */
export function Menu() {
  const { client, me, url, isBorrowed, open, leave, logOut } = useAdmin();
  const colour = useTones();
  const { rows } = useRoom();
  const [isLeaving, setIsLeaving] = useState(false);
  const task = useTask();
  const mine = entries.filter(({ who }) => adminPolicy[who](me));
  const assigns = adminPolicy.readGlobalReports(me);
  const waiting = needs.filter(({ report }) => report === 'own' || assigns);
  const { at, first, last } = useCursor(mine.length, rows - waiting.length - OTHER_ROWS);
  const readFacets = (report: ScreenReport) => client.countFacets(reportScope(screenReports[report]));
  const facets = useLoaded(
    async () => ({ own: await readFacets('own'), assigned: assigns ? await readFacets('assigned') : null }),
    [useReadings()],
  );
  const selected = mine[at];
  return (
    <Page
      title={terminalScreens.product}
      lead={printable(me.name)}
      keys={[
        ...(selected ? [{ names: ['enter', 'right'] as const, label: keys.open, run: () => open(selected.screen) }] : []),
        ...waiting.map(({ report, group, name }, index) => ({
          names: [`${index + 1}`] as const,
          label: menu.needs[index] ?? '',
          run: () => open({ name: 'report', report, filters: { ...noFilters, [group]: [name] } }),
          isMinor: true,
        })),
        { names: ['x'], label: login.forget, run: () => setIsLeaving(true) },
        { names: ['q'], label: keys.leave, run: leave },
      ]}
      over={
        isLeaving && (
          <Confirm
            title={login.forgetTitle}
            lines={[isBorrowed ? login.borrowed : login.forgetBody]}
            doing={task.isBusy ? terminalScreens.loading : null}
            failure={task.failure}
            onYes={() => task.run(logOut)}
            onNo={() => setIsLeaving(false)}
          />
        )
      }
    >
      <Text color={colour('quiet')} wrap="truncate-middle">
        {printable(`${me.email} · ${url}`)}
      </Text>
      <Text> </Text>
      {waiting.map(({ report, group, name }, index) => (
        <Text key={menu.needs[index]}>
          <Text bold color={colour('accent')}>{`${index + 1} `}</Text>
          {(menu.needs[index] ?? '').padEnd(32)}
          {facets.value?.[report]?.[group].find((facet) => facet.name === name)?.total.toLocaleString('es-MX') ?? (facets.value ? 0 : '…')}
        </Text>
      ))}
      <Failure failure={facets.failure} />
      <Text> </Text>
      {mine.length === 0 && <Nothing text={menu.nothing} />}
      {mine.slice(first, last).map(({ label, hint }, index) => (
        <Box key={label}>
          <Box width={34} flexShrink={0}>
            <Selectable isChosen={first + index === at}>{label} </Selectable>
          </Box>
          <Text color={colour('quiet')} wrap="truncate-end">
            {hint}
          </Text>
        </Box>
      ))}
    </Page>
  );
}
