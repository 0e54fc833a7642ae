import type { ReactNode } from 'react';
import { Assignments } from '../screens/assignments/assignments.tsx';
import { Doctor } from '../screens/doctor.tsx';
import { ImportWizard } from '../screens/import/import-wizard.tsx';
import { Menu } from '../screens/menu.tsx';
import { Outbox } from '../screens/outbox.tsx';
import { Activity } from '../screens/reports/activity.tsx';
import { Report } from '../screens/reports/report.tsx';
import type { ReportName } from '../screens/reports/reports-known.ts';
import { Topics } from '../screens/topics/topics.tsx';
import { Users } from '../screens/users/users.tsx';

/** Every screen there is to open from another. */
export type ScreenRoute =
  | { name: 'menu' | 'import' | 'users' | 'topics' | 'assignments' | 'outbox' | 'doctor' }
  | { name: 'report'; report: ReportName }
  | { name: 'activity'; id: number };

type Drawings = { [Name in ScreenRoute['name']]: (screen: Extract<ScreenRoute, { name: Name }>) => ReactNode };

const drawings: Drawings = {
  menu: () => <Menu />,
  import: () => <ImportWizard />,
  report: ({ report }) => <Report report={report} />,
  activity: ({ id }) => <Activity id={id} />,
  users: () => <Users />,
  topics: () => <Topics />,
  assignments: () => <Assignments />,
  outbox: () => <Outbox />,
  doctor: () => <Doctor />,
};

export const drawScreen = (screen: ScreenRoute): ReactNode => (drawings[screen.name] as (screen: ScreenRoute) => ReactNode)(screen);
