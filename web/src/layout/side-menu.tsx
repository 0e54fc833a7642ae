import { ApiError } from '@bitacora/core/client';
import { frame } from '@bitacora/core/messages/layout';
import { LogOut, Moon, PanelLeftClose, PanelLeftOpen, Search, Sun } from 'lucide-react';
import { Avatar as PrimeAvatar } from 'primereact/avatar';
import { Badge } from 'primereact/badge';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { createListeners } from '../app/listeners.ts';
import { paths } from '../app/paths.ts';
import type { CurrentUser } from '../app/session-memory.ts';
import { tryStorage } from '../app/storage.ts';
import { palette } from '../messages/layout-texts.ts';
import { IconButton, PlainButton } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Logo } from './logo.tsx';
import { type MenuCounts, menuFor } from './menu-entries.ts';
import { forgetConsults } from './palette/recent-consults.ts';
import { commandKey } from './palette/shortcuts.ts';

const loadLogOut = () => import('./log-out.tsx');
const LogOutQuestion = later(async () => (await loadLogOut()).LogOutQuestion);

interface SideMenuProps {
  user: CurrentUser;
  counts: MenuCounts;
  isWide: boolean;
  /** Absent in the drawer of a phone, which closes instead. */
  onToggleWidth?: () => void;
  /** Absent there too, because the phone's top bar has it. */
  onSearch?: () => void;
}

export function SideMenu({ user, counts, isWide, onToggleWidth, onSearch }: SideMenuProps) {
  const theme = useSyncExternalStore(themeListeners.subscribe, currentTheme, () => 'light');
  const { client } = useClients();
  const { session, notices, publishSession } = useApp();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const groups = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A low window cuts the groups, and the place one is at must be in sight.
  useEffect(() => {
    // The effect does not return it, because Chromium returns a promise, which React would call.
    groups.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname]);
  const leave = async (mayLose: boolean) => {
    const { losesDrafts, forgetDrafts } = await loadLogOut();
    if (!mayLose && (await losesDrafts(user.id))) return setAsking(true);
    setAsking(false);
    let logoutUrl: string | null = null;
    try {
      ({ logoutUrl } = await client.logOut());
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401;
      if (!isOver) {
        notices.show({ title: frame.noConnection, tone: 'refused' });
        return;
      }
    }
    session.forget();
    forgetConsults(user.id);
    publishSession(null);
    await forgetDrafts(user.id);
    if (logoutUrl) window.location.assign(logoutUrl);
    else await navigate(paths.login);
  };
  const logOut = (mayLose: boolean) => void leave(mayLose).catch(() => notices.show({ title: frame.noConnection, tone: 'refused' }));
  const themeLabel = theme === 'dark' ? frame.themeLight : frame.themeDark;
  const ThemeIcon = theme === 'dark' ? Sun : Moon;
  const WidthIcon = isWide ? PanelLeftClose : PanelLeftOpen;
  return (
    <div className="menu" data-wide={isWide}>
      <div className="menu-top">
        <Link to={paths.home} className="menu-brand" aria-label={`${frame.product}, ${frame.home}`}>
          <Logo />
          <span className="menu-words">{frame.product}</span>
        </Link>
        {onToggleWidth && (
          <IconButton
            icon={WidthIcon}
            size={18}
            label={isWide ? frame.narrowMenu : frame.widenMenu}
            aria-expanded={isWide}
            onClick={onToggleWidth}
          />
        )}
      </div>
      {onSearch && <SearchButton onClick={onSearch} />}
      <nav ref={groups} className="menu-groups" aria-label={frame.menu}>
        {menuFor(user).map(({ title, entries }) => (
          <div key={title} className="menu-group">
            {title && <p className="menu-title">{title}</p>}
            {entries.map(({ path, label, icon: Icon, count }) => (
              <NavLink key={path} to={path} className="menu-item" data-tip={label}>
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                <span className="menu-words">{label}</span>
                {count && <MenuCount of={count} counts={counts} />}
              </NavLink>
            ))}
          </div>
        ))}
      </nav>
      <div className="menu-bottom">
        <ProfileButton user={user} />
        <IconButton
          icon={ThemeIcon}
          size={20}
          className="menu-item"
          data-tip={themeLabel}
          label={themeLabel}
          hasTip={isWide}
          onClick={toggleTheme}
        />
        <IconButton
          icon={LogOut}
          size={20}
          className="menu-item"
          data-tip={frame.logout}
          label={frame.logout}
          hasTip={isWide}
          onClick={({ currentTarget }) => {
            // The drawer of a phone stands above every dialog.
            currentTarget.closest('dialog')?.close();
            logOut(false);
          }}
        />
      </div>
      {isAsking && <LogOutQuestion onStay={() => setAsking(false)} onLeave={() => logOut(true)} />}
    </div>
  );
}

const countLabels = { awaiting: frame.waiting, requests: frame.waiting, unread: frame.unread } as const;
const COUNT_MAX = 99;

/** Shows the number beside a place, unless it is zero. */
export function MenuCount({ of, counts }: { of: keyof MenuCounts; counts: MenuCounts }) {
  const count = counts[of];
  if (count === 0) return null;
  return <Badge value={count > COUNT_MAX ? `${COUNT_MAX}+` : count} role="img" aria-label={countLabels[of](count)} data-of={of} />;
}

/** A link to the profile of the reader. */
const ProfileButton = ({ user }: { user: CurrentUser }) => (
  <NavLink to={paths.profile} className="menu-item menu-profile" data-tip={user.name}>
    <Avatar name={user.name} photoUrl={user.photoUrl} />
    <span className="only-read">{frame.profile}:</span>
    <span className="menu-words">
      <span className="menu-name">{user.name}</span>
      <span className="menu-role">{user.position}</span>
    </span>
  </NavLink>
);

/** The button of the side menu, with the keys that do the same. */
const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <PlainButton
    className="menu-item menu-search"
    data-tip={`${palette.open} (${commandKey()} K)`}
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
  >
    <Search size={20} strokeWidth={1.75} aria-hidden="true" />
    <span className="menu-words">{palette.open}</span>
    <span className="menu-keys" aria-hidden="true">
      {commandKey()} K
    </span>
  </PlainButton>
);

/** Takes the first letters of the first name and the first surname, which is the last word but one of three or more. */
const initials = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 2 ? words.at(-2) : words[1]]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toLocaleUpperCase('es-MX');
};

/** A photo, or initials without one. It has no text alternative, because the name stands beside it. */
export const Avatar = ({ name, photoUrl }: { name: string; photoUrl: string | null }) => (
  <PrimeAvatar image={photoUrl ?? undefined} imageAlt="" data-initials={initials(name)} />
);

const THEME_KEY = 'theme';

/** The theme of <html>, saved in this browser. `public/theme.js` sets it before the first paint. */
const currentTheme = (): 'light' | 'dark' => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
const themeListeners = createListeners();

export function toggleTheme() {
  const next = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  document.documentElement.style.colorScheme = next;
  // The bar of an installed page, in the ground of tokens.css.
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (ground) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  // Without browser storage the theme lasts until the page closes.
  tryStorage(() => localStorage.setItem(THEME_KEY, next));
  themeListeners.notify();
}
