import type { ReactNode } from 'react';
import { Assignments } from '../views/assignments/assignments.tsx';
import { Doctor } from '../views/doctor/doctor.tsx';
import { ImportWizard } from '../views/import/import-wizard.tsx';
import { Menu } from '../views/menu.tsx';
import { Outbox } from '../views/outbox/outbox.tsx';
import { Activity } from '../views/reports/activity.tsx';
import { Report } from '../views/reports/report.tsx';
import type { ReportName } from '../views/reports/reports-known.ts';
import { Topics } from '../views/topics/topics.tsx';
import { Users } from '../views/users/users.tsx';

/** Every screen there is to open from another. */
export type Screen =
  | { name: 'menu' | 'import' | 'users' | 'topics' | 'assignments' | 'outbox' | 'doctor' }
  | { name: 'report'; report: ReportName }
  | { name: 'activity'; id: number };

type Drawings = { [Name in Screen['name']]: (screen: Extract<Screen, { name: Name }>) => ReactNode };

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

export const drawn = (screen: Screen): ReactNode => (drawings[screen.name] as (screen: Screen) => ReactNode)(screen);
