// The menu: pages and resources, with the number of records of each.
import { useState } from 'preact/hooks';
import { useAnswer } from '../data/answers.ts';
import { catalogue, menuGroups, type Resource } from '../data/catalogue.ts';
import type { Totals } from '../data/records.ts';
import { isShutOut, mayRead, opensApi } from '../data/rights.ts';
import { numberText, shortNumber } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, isIcon } from '../parts/icon.tsx';
import { missingAt, offeredPages, shortTitle } from './entries.ts';
import { isPaletteOpen } from './floating.ts';
import { isPageShown } from './pages.tsx';
import { isDark, switchTheme } from './theme.ts';
import { WhoMenu } from './who.tsx';

/** Whether a page is this entry of the menu, or below it. */
const isAt = (path: string, entry: string): boolean =>
  entry === '/' ? path === '/' || path === '/console' : path === entry || path.startsWith(`${entry}/`);

type LinkProps = { href: string; name: string; title: string; path: string; count?: number | undefined };

function MenuLink({ href, name, title, path, count }: LinkProps) {
  const isOn = isAt(path, href);
  return (
    <a href={href} class={isOn ? 'on' : ''} aria-current={isOn ? 'page' : undefined} title={title} data-count={count}>
      {isIcon(name) && <Icon name={name} />}
      <span class="menu-title">{title}</span>
      {count !== undefined && (
        <span class="count" title={numberText(count)}>
          {shortNumber(count)}
        </span>
      )}
    </a>
  );
}

function ResourceLink({ resource, path }: { resource: Resource; path: string }) {
  const { data } = useAnswer<Totals>(isPageShown.value ? 'totals' : undefined);
  return (
    <MenuLink
      href={`/console/${resource.name}`}
      name={resource.name}
      title={shortTitle(resource)}
      path={path}
      count={data?.data[resource.name]}
    />
  );
}

const MenuList = ({ path }: { path: string }) => (
  <>
    <ul>
      {offeredPages().map(({ path: href, name, title }) => (
        <li key={href}>
          <MenuLink href={href} name={name} title={title} path={path} />
        </li>
      ))}
    </ul>
    {menuGroups(mayRead).map(({ title, resources }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul>
          {resources.map((resource) => (
            <li key={resource.name}>
              <ResourceLink resource={resource} path={path} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

function Health() {
  const { data, error } = useAnswer<{ status: string }>(isPageShown.value ? 'health' : undefined);
  const isWell = !error && data?.status === 'ok';
  const text = error ? 'Not healthy' : data ? 'Healthy' : 'Asking…';
  return (
    <a class="health" href="/api/v1/health" title="Whether the service and its database work">
      <i class={error ? 'bad' : isWell ? 'good' : ''} />
      <span>
        {text} · {catalogue.value.version}
      </span>
    </a>
  );
}

export function ThemeButton() {
  const dark = isDark();
  return (
    <button
      type="button"
      class="button bare"
      aria-label={dark ? 'Light colours' : 'Dark colours'}
      onClick={switchTheme}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}

const Foot = () => (
  <>
    <WhoMenu />
    <div class="foot">
      <Health />
      {opensApi('documents') && <a href="/api/docs">Docs</a>}
      <ThemeButton />
    </div>
  </>
);

type Props = { path: string; isNarrow: boolean; onSwitch: () => void };

export const Navigation = ({ path, isNarrow, onSwitch }: Props) => (
  <aside class="side">
    <div class="mark">
      <a href="/" title="Overview">
        <i aria-hidden="true" />
        <span class="menu-title">Workforce</span>
      </a>
      <button
        type="button"
        class="button bare switch"
        aria-label={isNarrow ? 'Show the whole menu' : 'Only the icons'}
        aria-pressed={isNarrow}
        onClick={onSwitch}
      >
        <Icon name="panel" />
      </button>
    </div>
    <button type="button" class="find" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
      <Icon name="find" />
      <span class="menu-title">Find anything</span>
      <kbd>Ctrl K</kbd>
    </button>
    <nav aria-label="Pages and records">
      <MenuList path={path} />
    </nav>
    <Foot />
  </aside>
);

/** The menu of a telephone. */
export function TabBar({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const tab = (href: string, name: 'overview' | 'insights', title: string) => (
    <a href={href} class={isAt(path, href) ? 'on' : ''} aria-current={isAt(path, href) ? 'page' : undefined}>
      <Icon name={name} />
      {title}
    </a>
  );
  return (
    <>
      <nav class="tabbar" aria-label="Main pages">
        {tab('/', 'overview', 'Overview')}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          Browse
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
          <Icon name="find" />
          Find
        </button>
        {!isShutOut() &&
          missingAt('/console/insights').length === 0 &&
          tab('/console/insights', 'insights', 'Insights')}
      </nav>
      {isOpen && (
        <Dialog title="Browse" look="sheet" onClose={() => setOpen(false)}>
          <nav class="sheet-menu" aria-label="Pages and records" onClick={() => setOpen(false)}>
            <MenuList path={path} />
          </nav>
          <Foot />
        </Dialog>
      )}
    </>
  );
}
