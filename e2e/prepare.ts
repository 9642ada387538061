// oxlint-disable-next-line import/no-default-export -- Playwright calls it before all journeys, and what it returns after them
export { prepareDesks as default } from './desk.ts'
