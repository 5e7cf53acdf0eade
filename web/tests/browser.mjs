// The pages in a real browser, on stores made by the real binary. BATT names it; ARCBATT_SHOTS keeps pictures. All in one
// process, since they share the browser, the stores and a server.
import "./stage.mjs";
import "./pages/views.mjs";
import "./pages/overview.mjs";
import "./pages/strategies.mjs";
import "./pages/programs.mjs";
import "./pages/live.mjs";
import "./pages/report.mjs";
import "./pages/hostile.mjs";
