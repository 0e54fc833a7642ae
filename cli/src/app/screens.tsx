import type { ReactNode } from 'react';
import { ImportWizard } from '../views/import/import-wizard.tsx';
import { Menu } from '../views/menu.tsx';

/** Every screen there is to open from another. */
export type Screen = { name: 'menu' } | { name: 'import' };

const drawings: { [Name in Screen['name']]: (screen: Extract<Screen, { name: Name }>) => ReactNode } = {
  menu: () => <Menu />,
  import: () => <ImportWizard />,
};

export const drawn = (screen: Screen): ReactNode => (drawings[screen.name] as (screen: Screen) => ReactNode)(screen);
