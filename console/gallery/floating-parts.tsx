// Menus, dialogs, the panel of code, and comboboxes.
import { useState } from 'preact/hooks';
import { type Resource, resourceNamed } from '../src/data/catalogue.ts';
import { Code } from '../src/parts/code.tsx';
import { Combobox } from '../src/parts/combobox.tsx';
import { Dialog } from '../src/parts/dialog.tsx';
import { Icon } from '../src/parts/icon.tsx';
import { Menu } from '../src/parts/menu.tsx';
import { Specimen } from './specimen.tsx';

const looks = [undefined, 'wide', 'sheet', 'plain'] as const;

function Dialogs() {
  const [open, setOpen] = useState<(typeof looks)[number] | 'none'>('none');
  return (
    <div class="specimen-row">
      {looks.map((look) => (
        <button key={look} type="button" class="button" aria-haspopup="dialog" onClick={() => setOpen(look)}>
          {look ?? 'usual'}
        </button>
      ))}
      {open !== 'none' && (
        <Dialog title="A dialog" {...(open ? { look: open } : {})} onClose={() => setOpen('none')}>
          <div class={open === 'plain' ? 'specimen-plain' : ''}>
            <p>This one has the look “{open ?? 'usual'}”. Escape closes it, and a click beside it.</p>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** No service has this resource, so asking for it fails. */
const unknown: Resource = {
  ...{ name: 'nothing-of-this-name', client: 'nothing', one: 'record', many: 'records', about: '' },
  ...{ label: [], creatable: false, fields: [], group: '', icon: '' },
};

export function FloatingParts() {
  const people = resourceNamed('employees');
  return (
    <>
      <Specimen name="Menus">
        <div class="specimen-row">
          <Menu
            label={
              <>
                All branches
                <Icon name="down" />
              </>
            }
          >
            {(close) => (
              <div class="menu-list" onClick={close}>
                <h3>Branches</h3>
                <button type="button">
                  Berlin <small>48</small>
                </button>
                <button type="button">
                  London <small>61</small>
                </button>
                <a href="/console/parts">
                  A link <small>stays here</small>
                </a>
              </div>
            )}
          </Menu>
          <Menu label="With controls">
            {() => (
              <div class="padded">
                <label class="check">
                  <input type="checkbox" checked />
                  Only active ones
                </label>
                <label class="check">
                  <input type="checkbox" />
                  With those who left
                </label>
              </div>
            )}
          </Menu>
          <Menu label={<Icon name="menu" />} name="A menu that is an icon" class="button bare">
            {(close) => (
              <button type="button" onClick={close}>
                The only entry
              </button>
            )}
          </Menu>
        </div>
      </Specimen>
      <Specimen name="Dialogs, one for each look">
        <Dialogs />
      </Specimen>
      <Specimen name="The same as code">
        <div class="specimen-row">
          <Code
            shown={[
              { title: 'A list', path: 'employees?status=active&sort=-date_of_joining' },
              { title: 'A metric', path: 'insights/headcount?every=month' },
            ]}
          />
        </div>
      </Specimen>
      {people && (
        <Specimen name="Comboboxes" isWide>
          <div class="form">
            <div class="field">
              <span>With results</span>
              <Combobox resource={people} label="With results" onChoose={() => {}} />
            </div>
            <div class="field">
              <span>Filled</span>
              <Combobox resource={people} label="Filled" value="Ida Holm" onChoose={() => {}} />
            </div>
            <div class="field">
              <span>Without results</span>
              <Combobox resource={people} where="id=999999999" label="Without results" onChoose={() => {}} />
            </div>
            <div class="field">
              <span>Failing</span>
              <Combobox resource={unknown} label="Failing" onChoose={() => {}} />
            </div>
            <div class="field">
              <span>Invalid</span>
              <Combobox
                resource={people}
                label="Invalid"
                value="Nobody"
                isInvalid
                describedBy="combobox-fault"
                onChoose={() => {}}
              />
              <small class="fault" id="combobox-fault">
                <Icon name="warn" />
                There is no such employee.
              </small>
            </div>
          </div>
        </Specimen>
      )}
    </>
  );
}
