// Loaded before tests whose reach is measured: what pages reach goes into the file of the test.
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import { repositoryFile } from '../harness/paths.ts';

const reached = Bun.mmap(repositoryFile('reached'));

function listening(context: BrowserContext): BrowserContext {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await page.exposeFunction('$tell', (numbers: number[]) => {
      for (const each of numbers) reached[each] = 1;
    });
    return page;
  };
  return context;
}

const launch = puppeteer.launch.bind(puppeteer);
puppeteer.launch = async (options): Promise<Browser> => {
  const browser = await launch(options);
  const create = browser.createBrowserContext.bind(browser);
  browser.createBrowserContext = async (settings) => listening(await create(settings));
  return browser;
};
