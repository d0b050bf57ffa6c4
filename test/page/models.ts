// The page's model of an outcome, without a browser.
import { createModel, type Model } from '../../src/page/model.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { sampleContext, sampleOutcome } from '../fixtures/sample-outcome.ts'

export function modelOf(outcome = sampleOutcome): Model {
  const template = '"__PAGE_DATA__"'
  return createModel(JSON.parse([...htmlPage(outcome, sampleContext, { template })].join('')))
}
