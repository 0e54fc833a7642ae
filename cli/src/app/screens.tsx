import type { ReactNode } from 'react';
import { Assignments } from '../screens/assignments/assignments.tsx';
import { Doctor } from '../screens/doctor.tsx';
import { ImportWizard } from '../screens/import/import-wizard.tsx';
import { Menu } from '../screens/menu.tsx';
import { Outbox } from '../screens/outbox.tsx';
import { Activity } from '../screens/reports/activity.tsx';
import { Report } from '../screens/reports/report.tsx';
import { Topics } from '../screens/topics/topics.tsx';
import { Users } from '../screens/users/users.tsx';
import type { ScreenRoute } from './admin-context.ts';

type Screens = { [Name in ScreenRoute['name']]: (route: Extract<ScreenRoute, { name: Name }>) => ReactNode };

const screens: Screens = {
  menu: () => <Menu />,
  import: () => <ImportWizard />,
  report: ({ report }) => <Report name={report} />,
  activity: ({ id }) => <Activity id={id} />,
  users: () => <Users />,
  topics: () => <Topics />,
  assignments: () => <Assignments />,
  outbox: () => <Outbox />,
  doctor: () => <Doctor />,
};

export const drawScreen = (route: ScreenRoute): ReactNode => (screens[route.name] as (route: ScreenRoute) => ReactNode)(route);
