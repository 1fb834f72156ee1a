// The console with one more page, /console/parts: every part in every state, for those who develop it. No service has
// this page: `npm run generate -- --gallery` makes it.
import { loaders } from '../src/app/pages.tsx';
import '../src/main.tsx';
import './gallery.css';

loaders.parts = () => import('./parts.tsx').then(({ Parts }) => Parts);
