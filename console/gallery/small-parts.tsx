// Buttons, pills, tags, avatars, links, keys and icons.

import { Stars } from '../src/pages/board/stars.tsx';
import { CopyButton, notify } from '../src/parts/copy.tsx';
import { Icon, iconNames } from '../src/parts/icon.tsx';
import { Avatar, Pill, RecordLink } from '../src/parts/person.tsx';
import { Specimen } from './specimen.tsx';

const words = ['active', 'pending', 'rejected', 'withdrawn'];

export const SmallParts = () => (
  <>
    <Specimen name="Buttons">
      <div class="specimen-row">
        <button type="button" class="button">
          Plain
        </button>
        <button type="button" class="button">
          <Icon name="download" />
          With an icon
        </button>
        <button type="button" class="button primary">
          Primary
        </button>
        <button type="button" class="button bare" aria-label="Bare, with an icon alone">
          <Icon name="close" />
        </button>
        <button type="button" class="button" aria-pressed="true">
          Pressed
        </button>
      </div>
      <div class="specimen-row">
        <button type="button" class="button" disabled>
          Disabled
        </button>
        <button type="button" class="button primary" disabled>
          Primary, disabled
        </button>
        <a class="button" href="/console/parts">
          Link that looks so
        </a>
        <div class="group" role="group" aria-label="A group of buttons">
          <button type="button" class="button" aria-pressed="true">
            Month
          </button>
          <button type="button" class="button">
            Quarter
          </button>
          <button type="button" class="button">
            Year
          </button>
        </div>
      </div>
    </Specimen>
    <Specimen name="Pills, tags, chips">
      <div class="specimen-row">
        {words.map((word) => (
          <Pill key={word} word={word} text={word} />
        ))}
      </div>
      <div class="specimen-row">
        <span class="tag">plain</span>
        <span class="tag good">good</span>
        <span class="tag warn">late</span>
        <span class="tag bad">failed</span>
        <span class="chip">
          <span>
            Status is <b>active</b>
          </span>
          <button type="button" aria-label="Without: status">
            <Icon name="close" />
          </button>
        </span>
        <span class="chip wrong">
          <span>
            <code>nonsense</code> means nothing here and is ignored
          </span>
          <button type="button" aria-label="Without: nonsense">
            <Icon name="close" />
          </button>
        </span>
      </div>
    </Specimen>
    <Specimen name="People and records">
      <div class="specimen-row">
        <Avatar name="Ida Holm" />
        <Avatar name="Madonna" />
        <Avatar name="Đức van der Hồ" />
        <Avatar name="" />
        <RecordLink to="employees" id={7} label="Ida Holm" />
        <RecordLink to="employees" id={7} label="" />
        <Stars rating={3.5} />
        <Stars rating={5} />
        <Stars rating={0} />
      </div>
    </Specimen>
    <Specimen name="Texts, keys, colours">
      <div class="specimen-row">
        <span>ink</span>
        <span class="soft">soft</span>
        <span class="faint">faint</span>
        <a class="text-link" href="/console/parts">
          link in a text
        </a>
        <code>code</code>
        <kbd>Ctrl K</kbd>
        <span>
          <i class="swatch specimen-swatch" />
          #0e9384
        </span>
      </div>
    </Specimen>
    <Specimen name="Copy, and what is said for a moment">
      <div class="specimen-row">
        <CopyButton text="made-up text" what="a text" />
        <button type="button" class="button" onClick={() => notify('This is said for a moment')}>
          Say something
        </button>
      </div>
    </Specimen>
    <Specimen name="A notice that stays">
      <p class="banner">
        <strong>The service does not answer.</strong> What you see is what was last known.
      </p>
    </Specimen>
    <Specimen name={`Icons (${iconNames.length})`} isWide>
      <ul class="specimen-icons">
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </Specimen>
  </>
);
