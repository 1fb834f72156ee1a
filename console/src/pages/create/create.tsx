// A new record: a form derived from the catalogue, or why there is none.
import { Forbidden } from '../../app/access.tsx';
import { catalogue, resourceNamed } from '../../data/catalogue.ts';
import { capital } from '../../data/records.ts';
import { mayCreate, me } from '../../data/rights.ts';
import { Empty } from '../../parts/states.tsx';
import { say, sayWith } from '../../words/say.ts';
import { CreateHead } from './create-head.tsx';
import { CreateForm } from './form.tsx';

export function CreatePage({ name }: { name: string }) {
  const resource = resourceNamed(name)!;
  if (!resource.creatable)
    return (
      <>
        <CreateHead resource={resource} />
        <Empty title={say('{Records} cannot be created here', { Records: capital(say(resource.many)) })}>
          {sayWith('The API only reads them. They come in with {command}.', { command: <code>workforce import</code> })}
        </Empty>
      </>
    );
  if (me.value?.who && !mayCreate(resource))
    return (
      <Forbidden
        scopes={[`create:${name}`]}
        title={say('You may not create {records}', { records: say(resource.many) })}
      />
    );
  if (!catalogue.value.writes && !mayCreate(resource))
    return (
      <>
        <CreateHead resource={resource} />
        <Empty title={say('Writing is switched off')}>
          {sayWith('The service was started without {setting}, so nothing can be created.', {
            setting: <code>WORKFORCE_API_TOKEN</code>,
          })}
        </Empty>
      </>
    );
  return <CreateForm key={name} resource={resource} />;
}
