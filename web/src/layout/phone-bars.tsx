import { frame } from '@bitacora/core/messages/layout';
import { Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import type { CurrentUser } from '../session-memory.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Logo } from './logo.tsx';
import { dailyEntriesFor, type MenuCounts } from './menu-entries.ts';
import { paths } from './paths.ts';
import { MenuCount, PhoneSearchButton, SideMenu } from './side-menu.tsx';

interface PhoneBarsProps {
  user: CurrentUser;
  counts: MenuCounts;
  onSearch: () => void;
}

/** On a phone: a top bar that opens the menu as a drawer, and four main places at the bottom. */
export function PhoneBars({ user, counts, onSearch }: PhoneBarsProps) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  // Arriving anywhere closes the drawer.
  useEffect(() => setDrawerOpen(false), [pathname]);
  return (
    <>
      <header className="phone-top">
        <Link to={paths.home} className="menu-brand" aria-label={`${frame.product}, ${frame.home}`}>
          <Logo size={28} />
          <span>{frame.product}</span>
        </Link>
        <span className="phone-tools">
          <PhoneSearchButton onClick={onSearch} />
          <IconButton icon={Menu} size={22} label={frame.openMenu} onClick={() => setDrawerOpen(true)} />
        </span>
      </header>
      {isDrawerOpen && (
        <Dialog size="drawer" title={frame.menu} footer={null} onClose={() => setDrawerOpen(false)}>
          <SideMenu user={user} counts={counts} isWide />
        </Dialog>
      )}
      <nav className="phone-bottom" aria-label={frame.daily}>
        {dailyEntriesFor(user).map(({ path, short, icon: Icon, count }) => (
          <NavLink key={path} to={path}>
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>{short}</span>
            {count && <MenuCount of={count} counts={counts} />}
          </NavLink>
        ))}
      </nav>
    </>
  );
}
