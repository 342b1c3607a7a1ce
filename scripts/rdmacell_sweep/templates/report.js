// SPDX-License-Identifier: GPL-2.0-only
// Charts, tables and buttons of a sweep's report. Needs d3 (version 3).
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var FAR_BEYOND = 3; // as in the static figures
  var SYMBOLS = ["circle", "triangle-up", "square", "diamond", "triangle-down", "cross"];
  var hidden = {};
  var charts = [];
  var tip = document.getElementById("tip");

  function color(scheme) { return "var(--s" + scheme + ")"; }
  function shown(scheme) { return !hidden[scheme]; }
  function number(value, digits) {
    if (value === null) { return "-"; }
    var size = Math.abs(value);
    return size >= 1000 ? d3.format(",.0f")(value) : size >= 100 ? value.toFixed(digits === undefined ? 0 : digits)
      : value.toFixed(digits === undefined ? (size >= 10 ? 1 : 2) : digits);
  }
  function short(value) {
    return value >= 1e6 ? +(value / 1e6).toPrecision(3) + "M" : value >= 1e4 ? +(value / 1e3).toPrecision(3) + "k"
      : String(+value.toPrecision(3));
  }
  function element(parent, name, kind, text) {
    var made = document.createElement(name);
    if (kind) { made.className = kind; }
    if (text !== undefined) { made.textContent = text; }
    parent.appendChild(made);
    return made;
  }
  function select(parent, label, options, chosen, change) {
    var box = element(parent, "select");
    box.setAttribute("aria-label", label);
    options.forEach(function (option) {
      var made = element(box, "option", "", option[1]);
      made.value = option[0];
    });
    box.value = chosen;
    box.addEventListener("change", function () { change(box.value); });
  }

  // What a chart shows: series of points {x, y, low, high, text, few, overload}, by scheme.
  function ofStatistics(workload, state, x) {
    var series = {};
    workload.stats.forEach(function (row) {
      var isClass = state.kind === "size" ? row[2] >= 0 && row[0] === +state.load : row[2] < 0;
      if (!isClass || data.statistics[row[3]][0] !== state.statistic || row[4] === null) { return; }
      var kinds = row[11].split(" ");
      var where = state.kind === "size" ? workload.classes[row[2]] + ", " + row[0] + " % load" : "at " + row[0] + " % load";
      var lines = [data.schemes[row[1]].label + ", " + where,
        number(row[4]) + (row[5] === null ? "" : " \u00b1 " + number(row[5])) + " (" + data.statistics[row[3]][1] + ", "
          + row[6] + (row[6] === 1 ? " seed" : " seeds") + ", " + d3.format(",")(row[7]) + " flows)"];
      if (row[8] !== null) {
        lines.push((row[8] > 0 ? "+" : "") + row[8].toFixed(1) + (row[9] === null ? "" : " \u00b1 " + row[9].toFixed(1))
          + " % against " + data.baseline + " " + row[10]);
      }
      if (row[11]) { lines.push("doubtful: " + kinds.join(", ")); }
      (series[row[1]] = series[row[1]] || []).push({ x: x(row), y: row[4],
        low: row[5] === null ? row[4] : Math.max(1, row[4] - row[5]), high: row[5] === null ? row[4] : row[4] + row[5],
        text: lines.join("\n"), few: kinds.indexOf("few") >= 0, overload: kinds.indexOf("overload") >= 0 });
    });
    return series;
  }
  function ofCdf(workload, state) {
    var series = {};
    (workload.cdf[state.load] || []).forEach(function (points, scheme) {
      series[scheme] = points.map(function (point) {
        var tail = state.kind === "tail";
        return { x: point[1], y: tail ? 1 - point[0] : point[0], low: null, text: data.schemes[scheme].label + " at " + state.load
          + " % load\n" + (tail ? number(100 * (1 - point[0]), 2) + " % of flows above " : number(100 * point[0], 1)
          + " % of flows up to ") + number(point[1]) };
      }).filter(function (point) { return state.kind !== "tail" || point.y > 0; });
    });
    return series;
  }
  function ofMetric(workload, panel) {
    var series = {};
    (workload.metrics[panel.column] || []).forEach(function (row) {
      var value = row[2] * panel.scale, width = row[3] === null ? 0 : row[3] * panel.scale;
      (series[row[1]] = series[row[1]] || []).push({ x: row[0], y: value, low: Math.max(0, value - width), high: value + width,
        text: data.schemes[row[1]].label + " at " + row[0] + " % load\n" + number(value)
          + (row[3] === null ? "" : " \u00b1 " + number(width)) + " " + panel.unit + " (" + row[4]
          + (row[4] === 1 ? " seed)" : " seeds)") });
    });
    return series;
  }

  function median(values) { return d3.median(values); }
  // Schemes that would press all others into a line: off the axis, and named above it.
  function beyond(series) {
    var schemes = Object.keys(series).filter(shown);
    if (schemes.length < 4) { return []; }
    var at = {};
    schemes.forEach(function (scheme) {
      series[scheme].forEach(function (point) { (at[point.x] = at[point.x] || []).push(point.y); });
    });
    return schemes.filter(function (scheme) {
      var far = series[scheme].filter(function (point) { return median(at[point.x]) > 0 && point.y > FAR_BEYOND * median(at[point.x]); });
      return far.length > series[scheme].length / 2;
    });
  }

  function Chart(card, workload) {
    this.card = card;
    this.workload = workload;
    this.panel = data.panels[+card.dataset.panel];
    var loads = workload.loads;
    this.state = { kind: card.dataset.kind, statistic: card.dataset.statistic,
      load: String(loads[loads.length - 1]) };
    var self = this, head = element(card, "div", "head");
    function changed(key) { return function (value) { self.state[key] = value; self.draw(); }; }
    var kind = this.state.kind, names = { load: "FCT slowdown", size: "FCT slowdown", cdf: "Flows up to a slowdown",
      tail: "Flows above a slowdown" };
    element(head, "span", "", kind === "metric" ? this.panel.title : names[kind]);
    if (kind === "load" || kind === "size") {
      select(head, "statistic", data.statistics, this.state.statistic, changed("statistic"));
    }
    if (kind === "size" || kind === "cdf" || kind === "tail") {
      select(head, "load", loads.map(function (load) { return [String(load), load + " % load"]; }), this.state.load, changed("load"));
    }
    this.note = element(card, "div", "beyond");
    this.svg = d3.select(card).append("svg").attr("role", "img");
    if (kind === "metric") { element(card, "figcaption", "", this.panel.read); }
    charts.push(this);
  }

  Chart.prototype.series = function () {
    var kind = this.state.kind;
    if (kind === "metric") { return ofMetric(this.workload, this.panel); }
    if (kind === "cdf" || kind === "tail") { return ofCdf(this.workload, this.state); }
    return ofStatistics(this.workload, this.state, function (row) { return kind === "size" ? row[2] : row[0]; });
  };

  // Values that a paper states, of this statistic: crosses.
  Chart.prototype.stated = function () {
    var statistic = this.state.statistic;
    return this.workload.published.filter(function (row) {
      return data.statistics[row[2]][0] === statistic && shown(row[1]);
    }).map(function (row) {
      return { x: row[0], y: row[3], scheme: row[1],
        text: data.schemes[row[1]].label + " at " + row[0] + " % load\n" + number(row[3]) + " (stated by the RDMACell paper)" };
    });
  };

  // The line that a panel's values are read against, such as the offered load.
  Chart.prototype.reference = function () {
    var rows = this.panel && this.panel.reference && this.workload.metrics[this.panel.reference], scale = this.panel && this.panel.scale;
    if (this.state.kind === "load") { return this.stated().map(function (point) { return { x: point.x, y: point.y, high: point.y }; }); }
    return d3.nest().key(function (row) { return row[0]; }).rollup(function (own) {
      return d3.mean(own, function (row) { return row[2]; }) * scale;
    }).entries(rows || []).map(function (entry) { return { x: +entry.key, y: entry.values, high: entry.values }; })
      .sort(function (a, b) { return a.x - b.x; });
  };

  Chart.prototype.scales = function (series, off, width, height) {
    var kind = this.state.kind, shares = kind === "cdf" || kind === "tail", x, y;
    var points = [].concat.apply([], Object.keys(series).filter(function (scheme) {
      return shown(scheme) && off.indexOf(scheme) < 0;
    }).map(function (scheme) { return series[scheme]; }));
    points = points.concat(this.reference());
    if (shares) {
      x = d3.scale.log().domain([1, Math.max(2, d3.max(points, function (point) { return point.x; }) || 2)]);
      var least = d3.min(points, function (point) { return point.y; }) || 0.001;
      y = kind === "tail" ? d3.scale.log().domain([least, 1]) : d3.scale.linear().domain([0, 1]);
    } else {
      x = d3.scale.linear().domain(kind === "size" ? [-0.5, this.workload.classes.length - 0.5]
        : [this.workload.loads[0] - 3, this.workload.loads[this.workload.loads.length - 1] + 3]);
      var floor = kind === "metric" ? 0 : 1, top = d3.max(points, function (point) { return point.high; }) || floor;
      var values = points.map(function (point) { return point.y; });
      var least0 = d3.min(values) || 0, log = kind !== "metric" && d3.max(values) / least0 >= 10;
      y = log ? d3.scale.log().domain([0.93, top * 1.1]) : d3.scale.linear().domain([floor, Math.max(top, floor + 0.01)]).nice(5);
      if (!log) { y.domain([floor, y.domain()[1]]); }
    }
    return { x: x.range([0, width]), y: y.range([height, 0]) };
  };

  Chart.prototype.axes = function (plot, scale, width, height) {
    var kind = this.state.kind, classes = this.workload.classes, panel = this.panel;
    var x = d3.svg.axis().scale(scale.x).orient("bottom").tickSize(-height, 0).tickPadding(6);
    var y = d3.svg.axis().scale(scale.y).orient("left").tickSize(-width, 0).tickPadding(5).ticks(5);
    if (kind === "size") {
      x.tickValues(d3.range(classes.length - 1).map(function (edge) { return edge + 0.5; }))
        .tickFormat(function (edge) {
          var text = classes[edge - 0.5].split("-").pop().replace(/^to /, "");
          return width < 420 ? text.replace(/ (.)iB$/, "$1") : text;
        });
    } else if (kind === "cdf" || kind === "tail") {
      var top = scale.x.domain()[1];
      x.tickValues([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1e4, 1e5].filter(function (tick) { return tick <= top; })).tickFormat(short);
    } else {
      x.tickValues(this.workload.loads);
    }
    if (kind === "cdf") { y.tickFormat(function (share) { return 100 * share + " %"; }); }
    else if (kind === "tail") {
      y.tickValues([1, 0.1, 0.01, 0.001, 0.0001].filter(function (share) { return share >= scale.y.domain()[0]; }))
        .tickFormat(function (share) { return +(100 * share).toPrecision(1) + " %"; });
    } else if (scale.y.base) {
      var limit = scale.y.domain()[1];
      y.tickValues([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].filter(function (tick) { return tick <= limit; })).tickFormat(short);
    } else { y.tickFormat(short); }
    plot.append("g").attr("class", "axis").attr("transform", "translate(0," + height + ")").call(x);
    plot.append("g").attr("class", "axis").call(y);
    plot.append("text").attr("x", width).attr("y", height + 32).attr("text-anchor", "end")
      .text(kind === "size" ? "flow size" : kind === "cdf" || kind === "tail" ? "slowdown" : data.loads);
    if (panel) { plot.append("text").attr("x", -40).attr("y", -8).text(panel.unit); }
  };

  Chart.prototype.draw = function () {
    var outer = this.card.clientWidth - 22;
    if (outer < 50) { return; }
    var total = this.state.kind === "metric" ? 210 : 290;
    var ring = this.state.kind === "size" ? 6 : 8; // classes of size are many and close together
    var margin = { top: 18, right: 12, bottom: 38, left: 44 };
    var width = outer - margin.left - margin.right, height = total - margin.top - margin.bottom;
    var series = this.series(), shares = this.state.kind === "cdf" || this.state.kind === "tail";
    var off = shares ? [] : beyond(series), scale = this.scales(series, off, width, height);
    var many = Object.keys(series).filter(shown).length > 4; // bands that hide each other are fainter
    this.svg.selectAll("*").remove();
    this.svg.attr("viewBox", "0 0 " + outer + " " + total).attr("aria-label", this.card.querySelector(".head span").textContent);
    var clip = "clip" + charts.indexOf(this);
    this.svg.append("clipPath").attr("id", clip).append("rect").attr("y", -4).attr("width", width).attr("height", height + 4);
    var plot = this.svg.append("g").attr("transform", "translate(" + margin.left + "," + margin.top + ")");
    this.axes(plot, scale, width, height);
    var inside = plot.append("g").attr("clip-path", "url(#" + clip + ")");
    this.note.textContent = off.length ? "Beyond the axis: " + off.map(function (scheme) {
      var values = series[scheme].map(function (point) { return point.y; });
      return data.schemes[scheme].label + " " + number(d3.min(values)) + " to " + number(d3.max(values));
    }).join(", ") : "";
    function px(point) { return scale.x(point.x); }
    function py(point) { return scale.y(point.y); }
    inside.append("path").datum(this.panel ? this.reference() : []).attr("class", "reference").attr("d", function (points) {
      return points.length ? d3.svg.line().x(px).y(py)(points) : null;
    });
    Object.keys(series).filter(shown).forEach(function (scheme) {
      var points = series[scheme].sort(function (a, b) { return a.x - b.x; });
      if (!shares && off.indexOf(scheme) < 0 && d3.max(points, function (point) { return point.high - point.low; }) > 0) {
        inside.append("path").attr("class", "band").style("fill", color(scheme)).style("opacity", many ? 0.08 : 0.16).attr("d", d3.svg.area().x(px)
          .y0(function (point) { return scale.y(point.low); }).y1(function (point) { return scale.y(point.high); })(points));
      }
      inside.append("path").attr("class", "line").attr("data-scheme", scheme).style("stroke", color(scheme))
        .style("stroke-dasharray", data.schemes[scheme].dash).attr("d", d3.svg.line().x(px).y(py)(points));
    });
    inside.selectAll(".stated").data(this.state.kind === "load" ? this.stated() : []).enter().append("path")
      .attr("class", "stated").attr("d", "M-5,-5L5,5M-5,5L5,-5").style("stroke", function (point) { return color(point.scheme); })
      .attr("transform", function (point) { return "translate(" + px(point) + "," + py(point) + ")"; })
      .on("mouseenter", function (point) { showTip(this, point.text); }).on("mouseleave", hideTip);
    Object.keys(series).filter(shown).forEach(function (scheme) {
      var symbol = d3.svg.symbol().type(SYMBOLS[scheme % SYMBOLS.length]).size(38);
      inside.selectAll(".of" + scheme).data(series[scheme]).enter().append("g")
        .attr("transform", function (point) { return "translate(" + px(point) + "," + py(point) + ")"; })
        .each(function (point) {
          var mark = d3.select(this);
          if (!shares) {
            mark.append("path").attr("class", "point").attr("d", symbol).style("stroke", color(scheme))
              .style("fill", point.few ? "var(--card)" : color(scheme));
          }
          if (point.overload) { mark.append("circle").attr("class", "ring").attr("r", ring); }
          mark.append("circle").attr("class", "hit").attr("r", shares ? 5 : 9).attr("tabindex", shares ? null : 0)
            .attr("aria-label", point.text).on("mouseenter", function () { showTip(this, point.text); })
            .on("click", function () { showTip(this, point.text); }).on("focus", function () { showTip(this, point.text); })
            .on("mouseleave", hideTip).on("blur", hideTip);
        });
    });
  };

  function showTip(at, text) {
    tip.textContent = text;
    tip.hidden = false;
    var box = at.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    tip.style.left = Math.max(4, Math.min(box.left + 14, wide - tip.offsetWidth - 8)) + window.scrollX + "px";
    tip.style.top = (box.top + window.scrollY - tip.offsetHeight - 6) + "px";
  }
  function hideTip() { tip.hidden = true; }
  function drawAll() { charts.forEach(function (chart) { chart.draw(); }); }

  function legend(box) {
    data.schemes.forEach(function (scheme, index) {
      var button = element(box, "button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      button.title = "Click: hide or show. Double click: only this one";
      var sample = d3.select(button).append("svg").attr("viewBox", "0 0 26 12").style("width", "26px").attr("aria-hidden", "true");
      sample.append("path").attr("class", "line").attr("d", "M0,6H26").style("stroke", color(index)).style("stroke-dasharray", scheme.dash);
      sample.append("path").attr("transform", "translate(13,6)").style("fill", color(index))
        .attr("d", d3.svg.symbol().type(SYMBOLS[index % SYMBOLS.length]).size(38));
      element(button, "span", "", scheme.label);
      button.addEventListener("click", function () { hidden[index] = !hidden[index]; update(); });
      button.addEventListener("dblclick", function () {
        data.schemes.forEach(function (_, other) { hidden[other] = other !== index; });
        update();
      });
    });
    function update() {
      box.querySelectorAll("button").forEach(function (button, index) {
        button.setAttribute("aria-pressed", String(!hidden[index]));
      });
      drawAll();
    }
  }

  function sortable(table) {
    table.querySelectorAll("thead th").forEach(function (head, column) {
      head.querySelector("button").addEventListener("click", function () {
        var rising = head.getAttribute("aria-sort") !== "ascending";
        table.querySelectorAll("thead th").forEach(function (other) { other.setAttribute("aria-sort", "none"); });
        head.setAttribute("aria-sort", rising ? "ascending" : "descending");
        var rows = Array.prototype.slice.call(table.tBodies[0].rows);
        function key(row) {
          var text = row.cells[column].dataset.value || "";
          return text === "" ? null : isNaN(text) ? text : +text;
        }
        rows.sort(function (a, b) {
          var one = key(a), other = key(b);
          if (one === null || other === null) { return (one === null) - (other === null); } // empty ones last
          return (one < other ? -1 : one > other ? 1 : 0) * (rising ? 1 : -1);
        });
        rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
      });
    });
  }

  function copy(button) {
    button.addEventListener("click", function () {
      function done() { button.textContent = "copied"; setTimeout(function () { button.textContent = "copy"; }, 1500); }
      function byHand() {
        var area = element(document.body, "textarea", "", button.dataset.command);
        area.select();
        if (document.execCommand("copy")) { done(); }
        area.remove();
      }
      if (navigator.clipboard) { navigator.clipboard.writeText(button.dataset.command).then(done, byHand); } else { byHand(); }
    });
  }

  legend(document.querySelector(".legend"));
  document.querySelectorAll("section.workload").forEach(function (section) {
    section.querySelectorAll("figure.card").forEach(function (card) {
      new Chart(card, data.workloads[+section.dataset.workload]);
    });
  });
  document.querySelectorAll("table").forEach(sortable);
  document.querySelectorAll(".copy").forEach(copy);
  drawAll();
  var wide = window.innerWidth;
  window.addEventListener("resize", function () {
    if (window.innerWidth !== wide) { wide = window.innerWidth; drawAll(); }
  });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") { hideTip(); } });
  document.documentElement.dataset.ready = "yes";
}());
