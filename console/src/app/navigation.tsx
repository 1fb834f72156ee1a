// The menu: pages and resources, with the number of records of each.
import { useEffect, useState } from 'preact/hooks';
import { HEALTH, useAnswer } from '../data/answers.ts';
import { catalogue, menuGroups, type Resource } from '../data/catalogue.ts';
import { isPinned, kept } from '../data/kept/document.ts';
import { startKept } from '../data/kept/kept.ts';
import { stateOf } from '../data/reachable.ts';
import type { Totals } from '../data/records.ts';
import { isShutOut, mayRead, mayReadSomething, opensApi } from '../data/rights.ts';
import { numberText, shortNumber } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { hasIcon, Icon, NamedIcon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { chooseLanguage, type Language, language, languages, say, toSay } from '../words/say.ts';
import { missingAt, offeredPages, shortTitle } from './entries.ts';
import { isPaletteOpen } from './floating.ts';
import { addressHere } from './keep.tsx';
import { isPageShown } from './pages.tsx';
import { isDark, switchTheme } from './theme.ts';
import { WhoMenu } from './who.tsx';

/** Whether a page is this entry of the menu, or below it. */
const isAt = (path: string, entry: string): boolean =>
  entry === '/' ? path === '/' || path === '/console' : path === entry || path.startsWith(`${entry}/`);

type LinkProps = { href: string; name: string; title: string; isOn: boolean; count?: number | undefined };

function MenuLink({ href, name, title, isOn, count }: LinkProps) {
  return (
    <a href={href} class={isOn ? 'on' : ''} aria-current={isOn ? 'page' : undefined} title={title} data-count={count}>
      <NamedIcon name={name} />
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
      isOn={isAt(path, `/console/${resource.name}`)}
      count={data?.data[resource.name]}
    />
  );
}

/** What is pinned to the menu, as far as it may be seen. */
function KeptLinks() {
  const items = kept.value.items.filter(
    (item) => isPinned(item, 'side') && missingAt(item.path.split('?')[0]!).length === 0,
  );
  if (items.length === 0 || isShutOut()) return null;
  return (
    <section class="kept-links">
      <h2>{say('Kept')}</h2>
      <ul>
        {items.map(({ name, path }) => (
          <li key={name}>
            <MenuLink href={path} name={iconAt(path)} title={name} isOn={addressHere() === path} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const iconAt = (path: string): string => {
  const name = path.split('?')[0]!.split('/')[2] ?? 'overview';
  return hasIcon(name) ? name : 'kept';
};

const MenuList = ({ path }: { path: string }) => (
  <>
    <ul>
      {offeredPages().map(({ path: href, name, title }) => (
        <li key={href}>
          <MenuLink href={href} name={name} title={say(title)} isOn={isAt(path, href)} />
        </li>
      ))}
    </ul>
    <KeptLinks />
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

const healthTexts = {
  well: toSay('Healthy'),
  ill: toSay('Not healthy'),
  away: toSay('No answer'),
  asked: toSay('Asking…'),
};

function Health() {
  // That all records were counted says it, too. It is asked from when that may no longer be true.
  const totals = useAnswer<Totals>(isPageShown.value && mayReadSomething() ? 'totals' : undefined);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), HEALTH);
    return () => clearTimeout(timer);
  }, []);
  const isAsked = isDue || totals.error !== undefined || !mayReadSomething();
  const health = useAnswer<{ status: string }>(isPageShown.value && isAsked ? 'health' : undefined);
  const isKnown = health.data !== undefined || health.error !== undefined;
  const state = stateOf(!isKnown && totals.data ? { data: { status: 'ok' } } : health);
  return (
    <a
      class="health"
      href="/api/v1/health"
      title={say('Whether the service and its database work, version {version}', { version: catalogue.value.version })}
    >
      <i class={state === 'well' ? 'good' : state === 'asked' ? '' : 'bad'} />
      <span>{say(healthTexts[state])}</span>
    </a>
  );
}

export function ThemeButton() {
  const dark = isDark();
  return (
    <button
      type="button"
      class="button bare"
      aria-label={dark ? say('Light colours') : say('Dark colours')}
      onClick={switchTheme}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}

/** Each language by its own name. The page is loaded again in the one that is chosen. */
const LanguageMenu = () => (
  <Menu
    class="button bare"
    name={say('Language: {name}', { name: languages[language] })}
    label={<Icon name="language" />}
  >
    {() => (
      <div class="menu-list">
        {Object.entries(languages).map(([tag, name]) => (
          <button
            key={tag}
            type="button"
            lang={tag}
            aria-pressed={tag === language}
            onClick={() => chooseLanguage(tag as Language)}
          >
            {name}
            {tag === language && <Icon name="check" />}
          </button>
        ))}
      </div>
    )}
  </Menu>
);

const Foot = () => (
  <>
    <WhoMenu />
    <div class="foot">
      <Health />
      {opensApi('documents') && <a href="/api/docs">{say('Docs')}</a>}
      <LanguageMenu />
      <ThemeButton />
    </div>
  </>
);

type Props = { path: string; isNarrow: boolean; onSwitch: () => void };

export function Navigation({ path, isNarrow, onSwitch }: Props) {
  useEffect(() => startKept(isPageShown), []);
  return (
    <aside class="side">
      <div class="mark">
        <a href="/" title={say('Overview')}>
          <i aria-hidden="true" />
          <span class="menu-title">Workforce</span>
        </a>
        <button
          type="button"
          class="button bare switch"
          aria-label={isNarrow ? say('Show the whole menu') : say('Only the icons')}
          aria-pressed={isNarrow}
          onClick={onSwitch}
        >
          <Icon name="panel" />
        </button>
      </div>
      <button type="button" class="find" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
        <Icon name="find" />
        <span class="menu-title">{say('Find anything')}</span>
        <kbd>{say('Ctrl K')}</kbd>
      </button>
      <nav aria-label={say('Pages and records')}>
        <MenuList path={path} />
      </nav>
      <Foot />
    </aside>
  );
}

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
      <nav class="tabbar" aria-label={say('Main pages')}>
        {tab('/', 'overview', say('Overview'))}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          {say('Browse')}
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => (isPaletteOpen.value = true)}>
          <Icon name="find" />
          {say('Find')}
        </button>
        {!isShutOut() &&
          missingAt('/console/insights').length === 0 &&
          tab('/console/insights', 'insights', say('Insights'))}
      </nav>
      {isOpen && (
        <Dialog title={say('Browse')} look="sheet" onClose={() => setOpen(false)}>
          <nav class="sheet-menu" aria-label={say('Pages and records')} onClick={() => setOpen(false)}>
            <MenuList path={path} />
          </nav>
          <Foot />
        </Dialog>
      )}
    </>
  );
}
