// The walkthrough reads well: no signs of Markdown in its text, and pictures that show what they tell of.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

const STEPS = ["Generate tests", "Accept what you like", "Cover the missing branch", "See findings and uncovered goals"];
let shop, workbench;

before(async () => {
  shop = await openShop("walkthrough");
  workbench = shop.workbench;
  await workbench.bring(workbench.page.locator(".getting-started-step").first(), async () => {
    await workbench.command("Welcome: Open Walkthrough");
    await workbench.choose("Get Started with Testloom", 10_000);
  });
});

after(() => shop?.close());

for (const step of STEPS) {
  test(`a step of the walkthrough: ${step}`, async () => {
    const { page } = workbench;
    const shown = page.locator(".getting-started-step.expanded").filter({ has: page.locator(".step-title", { hasText: step }) });
    const description = shown.locator(".step-description-container").first();
    // A click on what is open closes it.
    await workbench.bring(description, async () => {
      if (await shown.isVisible()) return;
      await page.locator(".getting-started-step .step-title").filter({ hasText: step }).first().click({ timeout: 3000 });
    });
    await page.locator(".getting-started-media img").first().waitFor();
    await page.waitForTimeout(1000);
    await workbench.picture(step.toLowerCase().replaceAll(" ", "-"));

    assert.doesNotMatch(await description.innerText(), /[*_`]/);
  });
}
